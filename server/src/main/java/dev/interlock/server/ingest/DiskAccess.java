package dev.interlock.server.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The real file system. The only class here that calls [Files].
final class DiskAccess implements FileAccess {
  static final DiskAccess INSTANCE = new DiskAccess();

  private DiskAccess() {}

  @Override
  public List<Path> list(Path folder) throws IOException {
    try (var entries = Files.newDirectoryStream(folder)) {
      var all = new ArrayList<Path>();
      entries.forEach(all::add);
      return all;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  @Override
  public FileFacts look(Path path) {
    try {
      var basic = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return new FileFacts(kind(basic), stamp(path, basic));
    } catch (NoSuchFileException e) {
      return FileFacts.GONE;
    } catch (IOException e) {
      return FileFacts.UNREADABLE;
    }
  }

  @Override
  public Path real(Path path) throws IOException {
    return path.toRealPath();
  }

  @Override
  public InputStream open(Path file) throws IOException {
    return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static FileFacts.Kind kind(BasicFileAttributes basic) {
    if (basic.isSymbolicLink()) {
      return FileFacts.Kind.LINK;
    }
    if (basic.isDirectory()) {
      return FileFacts.Kind.FOLDER;
    }
    return basic.isRegularFile() ? FileFacts.Kind.FILE : FileFacts.Kind.OTHER;
  }

  private static FileStamp stamp(Path path, BasicFileAttributes basic) throws IOException {
    long modified = nanos(basic.lastModifiedTime());
    if (!basic.isRegularFile()
        || !path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return new FileStamp(basic.size(), modified, 0, 0);
    }
    Map<String, Object> unix =
        Files.readAttributes(
            path, "unix:ctime,ino,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
    return new FileStamp(
        number(unix, "size"),
        time(unix, "lastModifiedTime"),
        time(unix, "ctime"),
        number(unix, "ino"));
  }

  private static long number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Number n ? n.longValue() : 0;
  }

  private static long time(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof FileTime t ? nanos(t) : 0;
  }

  private static long nanos(FileTime time) {
    return time.to(TimeUnit.NANOSECONDS);
  }
}
