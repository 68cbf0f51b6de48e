#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| (winproof_fuzz::target("container").read)(input));
