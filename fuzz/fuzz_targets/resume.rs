#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| (winproof_fuzz::target("resume").read)(input));
