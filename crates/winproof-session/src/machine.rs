//! The memory that there is: that of the machine, or less in a container.

use std::fs;
use std::path::Path;

/// Returns the memory that this process can use, if that is known: the machine's, or the least limit of the
/// control groups (cgroups, version 1 or 2) that it is in.
pub fn memory() -> Option<usize> {
    let read = |path: &Path| fs::read_to_string(path).ok();
    let total = read(Path::new("/proc/meminfo")).and_then(|text| total_memory(&text));
    let limit = cgroup_limit(read);
    total.into_iter().chain(limit).min()
}

/// Reads `MemTotal: 24028308 kB` from the system's description of its memory.
pub fn total_memory(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// Returns the least memory limit of the control groups of this process, if there is one. `read` returns the
/// content of a file.
///
/// A group is limited by those that contain it as well. In a container, the groups outside of it cannot be
/// seen: the file system of the groups begins at the container's own.
pub fn cgroup_limit(read: impl Fn(&Path) -> Option<String>) -> Option<usize> {
    let groups = read(Path::new("/proc/self/cgroup"))?;
    let mounts = read(Path::new("/proc/self/mountinfo"))?;
    let limits = mounts.lines().filter_map(Mount::parse).flat_map(|mount| {
        let path = groups.lines().find_map(|line| mount.version.path(line));
        let inside = path.map_or("", |path| path.strip_prefix(mount.root).unwrap_or(""));
        let place = Path::new(mount.point).join(inside.trim_start_matches('/'));
        let groups = place.ancestors().take_while(|group| group.starts_with(mount.point));
        let files = groups.map(|group| group.join(mount.version.file()));
        files.filter_map(|file| read(&file)?.trim().parse().ok()).collect::<Vec<usize>>()
    });
    limits.min()
}

/// The versions of control groups.
#[derive(Clone, Copy)]
enum Version {
    One,
    Two,
}

impl Version {
    /// Returns the path of the group from a line of `/proc/self/cgroup`, `ID:CONTROLLERS:PATH`, if it is about
    /// memory.
    fn path(self, line: &str) -> Option<&str> {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let fits = match self {
            Version::One => controllers.split(',').any(|name| name == "memory"),
            Version::Two => controllers.is_empty(),
        };
        fits.then_some(path)
    }

    /// The file with the limit. Without a limit it holds `max`, or a number that no machine reaches.
    fn file(self) -> &'static str {
        match self {
            Version::One => "memory.limit_in_bytes",
            Version::Two => "memory.max",
        }
    }
}

/// A file system of control groups.
struct Mount<'a> {
    version: Version,
    /// The group that is at its root.
    root: &'a str,
    /// Where it is.
    point: &'a str,
}

impl<'a> Mount<'a> {
    /// Reads a line of `/proc/self/mountinfo`: `ID PARENT DEVICE ROOT POINT … - TYPE SOURCE OPTIONS`.
    fn parse(line: &'a str) -> Option<Mount<'a>> {
        let (mount, system) = line.split_once(" - ")?;
        let mut mount = mount.split(' ').skip(3);
        let (root, point) = (mount.next()?, mount.next()?);
        let mut system = system.split(' ');
        let version = match (system.next()?, system.nth(1)) {
            ("cgroup2", _) => Version::Two,
            ("cgroup", Some(options)) if options.split(',').any(|it| it == "memory") => {
                Version::One
            }
            _ => return None,
        };
        Some(Mount { version, root: root.trim_end_matches('/'), point })
    }
}
