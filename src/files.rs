//! Files that are written so that nothing is lost: whole files that replace others, and files that one process at a
//! time adds to.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is written as a whole. Its text goes into a file beside it; [`finish`](NewFile::finish) puts that in the
/// place of the old one when it is complete and on the disk. Until then, and if it is never called, the old file stays
/// as it is.
///
/// What is no regular file (a device, a pipe) cannot be replaced and is written to directly.
#[derive(Debug)]
pub struct NewFile {
    /// The file to be replaced; links have been followed.
    path: PathBuf,
    /// The file beside it; `None` where the file is written to directly, or has been put in its place.
    beside: Option<PathBuf>,
    output: BufWriter<File>,
}

impl NewFile {
    /// Begins to write a file. All that can stand in its way (no such folder, no permission) shows here, before the
    /// work for its content begins.
    ///
    /// # Errors
    /// If it cannot be written; the error names the file.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        let name = |error| named(path, &error);
        // A link stays a link: what it leads to is replaced.
        let target = followed(path);
        match fs::metadata(&target) {
            Ok(old) if old.is_dir() => return Err(name(io::Error::from(io::ErrorKind::IsADirectory))),
            Ok(old) if !old.is_file() => {
                let output = BufWriter::new(File::options().write(true).open(&target).map_err(name)?);
                return Ok(NewFile { path: target, beside: None, output });
            }
            // Replacing needs no permission on the file itself, but one that may not be written is not meant to be.
            Ok(_) => drop(File::options().write(true).open(&target).map_err(name)?),
            Err(_) => {}
        }
        let (beside, file) = create_beside(&target).map_err(name)?;
        if let Ok(old) = fs::metadata(&target) {
            // Some file systems know no permissions; the content matters more.
            let _ = fs::set_permissions(&beside, old.permissions());
        }
        Ok(NewFile { path: target, beside: Some(beside), output: BufWriter::new(file) })
    }

    /// Puts the file in its place. Afterwards it holds what was written, even if the machine stops.
    ///
    /// # Errors
    /// If something could not be written; the old file is as it was.
    pub fn finish(mut self) -> io::Result<()> {
        let result = self.put_in_place();
        result.map_err(|error| named(&self.path, &error))
    }

    fn put_in_place(&mut self) -> io::Result<()> {
        self.output.flush()?;
        let Some(beside) = &self.beside else { return Ok(()) };
        self.output.get_ref().sync_all()?;
        fs::rename(beside, &self.path)?;
        self.beside = None;
        sync_folder(&self.path);
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes).map_err(|error| named(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush().map_err(|error| named(&self.path, &error))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // It holds a part of what was to be written, which nobody wants.
            let _ = fs::remove_file(beside);
        }
    }
}

/// Replaces a file, or makes it, with this content; the old one stays if that fails.
///
/// # Errors
/// If it cannot be written; the error names the file.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(content)?;
    file.finish()
}

/// Opens a file to add to its end, and makes it if there is none.
///
/// # Errors
/// If it cannot be written, or is a pipe, which would hold up the program until somebody reads it; the error names the
/// file.
pub fn append(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo()) {
            return Err(named(path, &io::Error::new(io::ErrorKind::InvalidInput, "this is a pipe, not a file")));
        }
    }
    File::options().create(true).append(true).open(path).map_err(|error| named(path, &error))
}

/// Locks a file that this process is about to change, until it is closed. Without the lock two processes that add to
/// one file would write over each other.
///
/// # Errors
/// If another process has locked it; the error names the file. Where the file system knows no locks, it is as if there
/// were no other process.
pub fn lock(file: &File, path: &Path) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(named(path, &io::Error::new(io::ErrorKind::WouldBlock, "another process is writing this file")))
        }
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(named(path, &error)),
    }
}

/// An error with the name of the file before it.
pub fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The file that a path leads to; the path itself if there is none yet.
fn followed(path: &Path) -> PathBuf {
    /// More links than that lead nowhere.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(link) = fs::read_link(&path) else { break };
        path = path.parent().map_or_else(|| link.clone(), |folder| folder.join(&link));
    }
    path
}

/// Makes a file in the same folder, under a name that no file has.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    /// Names left over by processes that were killed; more than that is a fault of another kind.
    const TRIES: u32 = 1000;
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    for number in 0..TRIES {
        let mut new = name.to_owned();
        new.push(format!(".{}-{number}.new", std::process::id()));
        let beside = path.with_file_name(new);
        match File::options().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Makes sure that the new name of a file is on the disk. Only Unix has this; the content is there in any case.
fn sync_folder(path: &Path) {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A folder that cannot be opened has been written to all the same.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is removed in the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("shishi-files-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = Folder::new("whole");
        let path = folder.0.join("a");
        fs::write(&path, "old").unwrap();
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(file);
        assert_eq!((fs::read(&path).unwrap(), folder.names()), (b"old".to_vec(), vec!["a".to_owned()]));

        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!((fs::read(&path).unwrap(), folder.names()), (b"new".to_vec(), vec!["a".to_owned()]));
        replace(&folder.0.join("b"), b"another").unwrap();
        assert_eq!(fs::read(folder.0.join("b")).unwrap(), b"another");
    }

    #[test]
    fn what_cannot_be_written_is_refused_at_once_by_its_name() {
        let folder = Folder::new("refused");
        for path in [folder.0.join("none").join("a"), folder.0.clone()] {
            let message = NewFile::create(&path).unwrap_err().to_string();
            assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
        }
        assert_eq!(folder.names(), Vec::<String>::new());
    }

    #[test]
    fn a_file_is_locked_until_it_is_closed() {
        let folder = Folder::new("locked");
        let path = folder.0.join("a");
        let first = File::create(&path).unwrap();
        let second = File::open(&path).unwrap();
        lock(&first, &path).unwrap();
        let message = lock(&second, &path).unwrap_err().to_string();
        assert_eq!(message, format!("{}: another process is writing this file", path.display()));
        drop(first);
        lock(&second, &path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_are_written_to() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("unix");
        let (path, link) = (folder.0.join("a"), folder.0.join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a", &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        let pipe = folder.0.join("pipe");
        if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
            assert!(append(&pipe).unwrap_err().to_string().ends_with("this is a pipe, not a file"));
        }
        append(&path).unwrap().write_all(b"er").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        replace(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
