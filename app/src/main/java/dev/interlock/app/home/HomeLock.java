package dev.interlock.app.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The right to be the one server of a home. It ends with the process, however that ends (C93).
public final class HomeLock implements AutoCloseable {
  private final FileChannel channel;
  private final FileLock lock;

  private HomeLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /// How an attempt went.
  public sealed interface Taken {
    record Mine(HomeLock lock) implements Taken {}

    /// Another process has it.
    ///
    /// @param holder its process number, as it wrote it
    record HeldBy(String holder) implements Taken {}
  }

  /// Takes the lock of a home, or says who has it. Nothing is changed in the second case.
  ///
  /// @throws IOException if the folder can't be made or written
  public static Taken take(Home home, long pid) throws IOException {
    Files.createDirectories(home.folder());
    Path file = home.folder().resolve("lock");
    var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      var lock = channel.tryLock();
      if (lock != null) {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(Long.toString(pid).getBytes(StandardCharsets.UTF_8)), 0);
        return new Taken.Mine(new HomeLock(channel, lock));
      }
    } catch (OverlappingFileLockException e) {
      // another server of this very process: told as any other holder
    }
    channel.close();
    return new Taken.HeldBy(Files.readString(file, StandardCharsets.UTF_8).strip());
  }

  /// Gives the right back; a second time does nothing.
  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      lock.release();
      channel.close();
    }
  }
}
