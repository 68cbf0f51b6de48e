//! Tests of the small parts, from outside the crate: inside it, its searches would be compiled twice.

use std::time::Duration;

use winproof_games::games;
use winproof_session::amounts::{Memory, Seconds, total_memory};
use winproof_session::auto;
use winproof_session::figures::{bytes, count, grouped, seconds};
use winproof_session::question::Ask;

#[test]
fn sizes_are_powers_of_1024() {
    for (text, bytes) in
        [("0", 0), ("77", 77), ("3K", 3 << 10), ("256M", 256 << 20), ("2g", 2 << 30)]
    {
        assert_eq!(text.parse(), Ok(Memory(bytes)));
    }
    for text in ["", "M", "-1", "1.5G", "10X", "99999999999999G", "ß", "1é"] {
        assert!(text.parse::<Memory>().is_err(), "{text}");
    }
}

#[test]
fn the_machine_says_how_much_it_has() {
    assert_eq!(total_memory("MemTotal:       24028308 kB\nMemFree: 1 kB\n"), Some(24028308 << 10));
    assert_eq!(total_memory("nothing of the kind"), None);
}

#[test]
fn seconds_may_have_fractions() {
    assert_eq!("0.25".parse(), Ok(Seconds(Duration::from_millis(250))));
    for text in ["-1", "nan", "inf", "soon", ""] {
        assert!(text.parse::<Seconds>().is_err(), "{text}");
    }
}

#[test]
fn numbers_are_grouped_by_thousands() {
    for (number, text) in
        [(0, "0"), (999, "999"), (1000, "1,000"), (u64::MAX, "18,446,744,073,709,551,615")]
    {
        assert_eq!(grouped(number), text);
    }
    assert_eq!(count(1, "record"), "1 record");
    assert_eq!(count(1234, "record"), "1,234 records");
}

#[test]
fn amounts_take_the_fitting_unit() {
    assert_eq!(bytes(1023), "1023 bytes");
    assert_eq!(bytes(1536), "1.5 KiB");
    assert_eq!(bytes((1 << 20) - 1), "1.0 MiB");
    assert_eq!(bytes(5 << 40), "5.0 TiB");
    assert_eq!(seconds(0.0424), "0.042 s");
    assert_eq!(seconds(200.9), "3 min 20 s");
    assert_eq!(seconds(3661.0), "1 h 1 min 1 s");
}

#[test]
fn every_game_has_a_way_to_be_searched() {
    for info in games() {
        let config = auto::config(info.name);
        assert_eq!(config.algorithm().info().name, auto::choice(info.name)[0]);
    }
    assert_eq!(auto::choice("another"), ["df-pn+", "init=game", "leaf=1"]);
}

#[test]
fn questions_read_back_as_written() {
    for ask in [Ask::Win, Ask::Draw, Ask::Value, Ask::AtLeast(-12), Ask::AtLeast(7)] {
        assert_eq!(ask.to_string().parse(), Ok(ask));
    }
    for text in ["", "lose", ">=", ">=x", ">5", ">=9999999999", ">=2000000000"] {
        assert!(text.parse::<Ask>().is_err(), "{text}");
    }
}
