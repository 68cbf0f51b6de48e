//! How tables and trees get their memory from the system, and prefetching for look-ups.

use std::alloc::{self, Layout};
use std::sync::atomic::AtomicU64;

/// Asks the system to back the memory of `words` by large pages where it can, before it is touched.
///
/// Look-ups all over a gigabyte miss the processor's table of small pages almost every time, and small pages
/// are allocated one by one, which took a third of the time of a search that fills its table. On systems
/// without large pages this has no effect.
pub fn prefer_large<T>(words: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const SMALL: usize = 4096;
        let spare = words.spare_capacity_mut().len();
        let start = words.as_mut_ptr() as usize;
        let end = start + (words.len() + spare) * size_of::<T>();
        let (start, end) = (start.next_multiple_of(SMALL), end / SMALL * SMALL);
        if start < end {
            // SAFETY: the range is within one allocation that `words` owns, and the advice changes how
            // the memory is backed, not what it holds.
            #[allow(unsafe_code)]
            unsafe {
                libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

/// Numbers of which tables are made. All their bits may be zero.
pub trait Word {}

impl Word for AtomicU64 {}
impl Word for u64 {}
impl Word for u128 {}

/// Returns `count` words of zero that have not been touched yet. If the system refuses to reserve so many, as
/// with `ulimit -v`, there are half as many, or a quarter, and so on: a small table is slow, but a program
/// that ends here has lost its work.
pub fn zeroed<W: Word>(mut count: usize) -> Vec<W> {
    loop {
        match Layout::array::<W>(count) {
            Ok(layout) if layout.size() == 0 => return Vec::new(),
            Ok(layout) => {
                // SAFETY: the size of the layout is not zero.
                #[allow(unsafe_code)]
                let words = unsafe { alloc::alloc_zeroed(layout) };
                if !words.is_null() {
                    // SAFETY: it was allocated by the allocator of vectors for an array of `count` words,
                    // all of which are zero, and a word may be zero.
                    #[allow(unsafe_code)]
                    return unsafe { Vec::from_raw_parts(words.cast(), count, count) };
                }
                if layout.size() <= LEAST {
                    alloc::handle_alloc_error(layout);
                }
            }
            Err(_) => {}
        }
        count /= 2;
    }
}

/// A table of fewer bytes does not help any more.
const LEAST: usize = 1 << 16;

/// Prefetches what will be read soon: memory is slow to respond.
#[inline]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place: *const T = place;
        // SAFETY: a prefetch reads nothing, and the address is that of something that is there.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(place.cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
