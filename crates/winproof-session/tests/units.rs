//! Tests of the small parts, from outside the crate: inside it, its searches would be compiled twice.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use winproof_games::{GameSpec, games};
use winproof_session::amounts::{Count, Memory, Seconds};
use winproof_session::auto;
use winproof_session::figures::{bytes, count, grouped, seconds};
use winproof_session::machine::{cgroup_limit, total_memory};
use winproof_session::question::Ask;
use winproof_session::results_log::{EarlierResults, ResultsLog, complete_lines, line};
use winproof_session::worker_pool::{WorkerPool, in_order};

#[test]
fn sizes_are_powers_of_1024() {
    for (text, bytes) in [
        ("0", 0),
        ("77", 77),
        ("3K", 3 << 10),
        ("256M", 256 << 20),
        ("256MB", 256 << 20),
        ("2g", 2 << 30),
    ] {
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

/// The default memory follows the limits of containers, not the memory of the machine.
#[test]
fn control_groups_limit_the_memory() {
    let v1 = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n";
    let v2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
    let docker_v1 = "35 31 0:32 /docker/7f /sys/fs/cgroup/memory ro - cgroup cgroup ro,memory\n";
    let other = "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n";
    let (one, two) = ("/sys/fs/cgroup/memory", "/sys/fs/cgroup");
    type Files = [(&'static str, &'static str)];
    let cases: [(&str, &str, &Files, Option<usize>); 9] = [
        // The group itself, and a group around it that has less.
        (v2, "0::/a/b\n", &[("/a/b/memory.max", "1000\n"), ("/a/memory.max", "max\n")], Some(1000)),
        (v2, "0::/a/b\n", &[("/a/b/memory.max", "1000\n"), ("/a/memory.max", "900\n")], Some(900)),
        (v2, "0::/a/b\n", &[("/a/b/memory.max", "max\n")], None),
        // A container with a name space of its own is at the root.
        (v2, "0::/\n", &[("/memory.max", "512\n")], Some(512)),
        (v1, "4:cpu,memory:/a\n", &[("/a/memory.limit_in_bytes", "77\n")], Some(77)),
        (
            docker_v1,
            "4:memory:/docker/7f/x\n",
            &[("/x/memory.limit_in_bytes", "88"), ("/memory.limit_in_bytes", "99")],
            Some(88),
        ),
        // The group is not in sight; what is there at the root counts.
        (docker_v1, "4:memory:/kube/5\n", &[("/memory.limit_in_bytes", "99")], Some(99)),
        (other, "1:cpu:/a\n0::/\n", &[("/a/memory.max", "1")], None),
        ("", "", &[], None),
    ];
    for (mounts, groups, files, expected) in cases {
        let point = if mounts.contains("cgroup2") { two } else { one };
        let limit = cgroup_limit(|path| match path.to_str().unwrap() {
            "/proc/self/cgroup" => Some(groups.to_string()),
            "/proc/self/mountinfo" => Some(format!("{other}{mounts}")),
            path => {
                let path = path.strip_prefix(point)?;
                files.iter().find(|(name, _)| *name == path).map(|(_, text)| text.to_string())
            }
        });
        assert_eq!(limit, expected, "{mounts} {groups} {files:?}");
    }
    assert_eq!(cgroup_limit(|_| None), None, "a system without them");
}

#[test]
fn seconds_may_have_fractions() {
    assert_eq!("0.25".parse(), Ok(Seconds(Duration::from_millis(250))));
    for (text, milliseconds) in [
        ("90", 90_000),
        ("90s", 90_000),
        ("1.5m", 90_000),
        ("250ms", 250),
        ("1h30m", 5_400_000),
        ("2d", 172_800_000),
    ] {
        assert_eq!(text.parse(), Ok(Seconds(Duration::from_millis(milliseconds))), "{text}");
    }
    let bad =
        ["-1", "nan", "inf", "soon", "", ".", "s", "1x", "1h30", "h1", "1..5", "1 h", "1e400s"];
    for text in bad {
        assert!(text.parse::<Seconds>().is_err(), "{text}");
    }
}

#[test]
fn counts_have_decimal_units() {
    for (text, count) in [
        ("0", 0),
        ("77", 77),
        ("3K", 3000),
        ("1M", 1_000_000),
        ("1.25m", 1_250_000),
        ("2g", 2_000_000_000),
    ] {
        assert_eq!(text.parse(), Ok(Count(count)), "{text}");
    }
    for text in
        ["", "M", "-1", "+1", "1.5", "1.2345K", ".5M", "1.M", "1e6", "99999999999999G", "1é"]
    {
        assert!(text.parse::<Count>().is_err(), "{text}");
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
    for (ask, text) in [
        (Ask::Win, "win"),
        (Ask::Draw, "draw"),
        (Ask::Value, "value"),
        (Ask::AtLeast(-12), ">=-12"),
        (Ask::AtLeast(7), ">=7"),
        (Ask::Within { target: 1, plies: 7 }, "win within 7"),
        (Ask::Within { target: 0, plies: 0 }, "draw within 0"),
        (Ask::Within { target: -12, plies: 65535 }, ">=-12 within 65535"),
        (Ask::Shortest { target: 1 }, "win shortest"),
        (Ask::Shortest { target: 9 }, ">=9 shortest"),
    ] {
        assert_eq!(ask.to_string(), text);
        assert_eq!(text.parse(), Ok(ask));
    }
    for text in [
        "",
        "lose",
        ">=",
        ">=x",
        ">5",
        ">=9999999999",
        ">=2000000000",
        "value within 3",
        "value shortest",
        "win within",
        "win within x",
        "win within -1",
        "win within 65536",
        "win within 3 within 4",
        "win shortest shortest",
        "win within 3 shortest",
        " within 3",
        ">=-1000000000 within 3",
    ] {
        assert!(text.parse::<Ask>().is_err(), "{text}");
    }
    let words = |ask: &str, game: &str| {
        ask.parse::<Ask>().unwrap().in_words(game.parse::<GameSpec>().unwrap().info())
    };
    assert_eq!(words("win within 7", "hex"), "a win within 7 plies");
    assert_eq!(words("draw within 1", "loa"), "at least a draw within 1 ply");
    assert_eq!(words("win within 2", "arimaa"), "a win within 2 turns");
}

#[test]
fn a_worker_pool_works_on_each_item_once() {
    let interrupt = AtomicBool::new(false);
    let items: Vec<usize> = (0..200).collect();
    for threads in [0, 1, 3, 500] {
        let pool = WorkerPool { threads, interrupt: &interrupt };
        let mut results: Vec<_> = pool.run(&items, |&item| item * 2, Iterator::collect);
        results.sort_unstable();
        assert!(results.into_iter().eq(items.iter().map(|&item| (item, item * 2))), "{threads}");
        let ordered: Vec<_> = pool.run(&items, |&item| item, |results| in_order(results).collect());
        assert_eq!(ordered, items, "{threads}");
        let none: Vec<(usize, ())> = pool.run(&[], |(): &()| (), Iterator::collect);
        assert_eq!(none, []);
    }
}

#[test]
fn a_worker_pool_stops_on_interrupt_and_when_nobody_receives() {
    let interrupt = AtomicBool::new(false);
    let pool = WorkerPool { threads: 1, interrupt: &interrupt };
    let begun = AtomicUsize::new(0);
    let items = [(); 1000];
    // Each item waits for the receiver to be gone, which happens before the second one is sent.
    let gone = AtomicBool::new(false);
    let work = |(): &()| {
        if begun.fetch_add(1, Ordering::Relaxed) > 0 {
            while !gone.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        }
    };
    pool.run(&items, work, |mut results| {
        assert_eq!(results.next(), Some((0, ())));
        drop(results);
        gone.store(true, Ordering::Relaxed);
    });
    assert_eq!(begun.load(Ordering::Relaxed), 2);
    let results: Vec<_> = pool.run(
        &[1, 2, 3, 4],
        |&item| interrupt.store(item == 2, Ordering::Relaxed),
        Iterator::collect,
    );
    assert_eq!(results, [(0, ()), (1, ())], "what was begun is received");
}

#[test]
fn results_wait_for_those_before_them() {
    let results = [(2, 'c'), (0, 'a'), (1, 'b'), (4, 'e'), (3, 'd'), (6, 'g')];
    assert_eq!(in_order(results.into_iter()).collect::<String>(), "abcde");
}

#[test]
fn a_results_log_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.jsonl");
    assert_eq!(EarlierResults::read(&path).unwrap().content(), b"");
    let mut log = ResultsLog::create(&path).unwrap();
    for result in ["one", "two", "thr\nee"] {
        log.append(&result).unwrap();
    }
    let busy = EarlierResults::read(&path).unwrap_err().to_string();
    assert_eq!(busy, format!("another process is working on {}", path.display()));
    drop(log);
    let earlier = EarlierResults::read(&path).unwrap();
    let content = earlier.content().to_vec();
    assert_eq!(content, b"\"one\"\n\"two\"\n\"thr\\nee\"\n");
    // Killed in the third line.
    let torn = &content[..content.len() - 3];
    let lines: Vec<_> = complete_lines(torn).collect();
    assert_eq!(lines, [(1, line(&"one").as_bytes()), (2, line(&"two").as_bytes())]);
    let mut log = earlier.resume(lines[1].1).unwrap();
    log.append(&3).unwrap();
    assert_eq!(fs::read_to_string(log.path()).unwrap(), "\"two\"\n3\n");
    let numbers = |content: &[u8]| complete_lines(content).map(|it| it.0).collect::<Vec<_>>();
    assert_eq!(numbers(b"\n1\n\n2\n\n"), [2, 4], "blank lines count, but are no results");
    assert_eq!(numbers(b"1"), [0; 0]);
    assert!(ResultsLog::create(folder.path()).is_err());
    assert!(EarlierResults::read(&folder.path().join("none/log")).is_err());
}
