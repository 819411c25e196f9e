package dev.interlock.encoder;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.util.zip.CRC32;

/// A file on the class path, open for one reading.
///
/// @param content its bytes; closing them closes the jar too
/// @param size bytes
/// @param mark a checksum that the jar keeps beside the file, 0 outside jars
record Resource(InputStream content, long size, long mark) implements AutoCloseable {

  static Resource open(String path) throws IOException {
    URL url = Resource.class.getResource(path);
    if (url == null) {
      throw new FileNotFoundException(path + " is not on the class path");
    }
    URLConnection connection = url.openConnection();
    // A cached connection would keep a second view of the jar open for the life of the process.
    connection.setUseCaches(false);
    InputStream content = connection.getInputStream();
    return new Resource(content, connection.getContentLengthLong(), mark(connection));
  }

  private static long mark(URLConnection connection) throws IOException {
    return connection instanceof JarURLConnection jar ? jar.getJarEntry().getCrc() : 0;
  }

  /// One number for several marks, their order included.
  static long combine(long former, Resource next) {
    var sum = new CRC32();
    for (long part : new long[] {former, next.mark, next.size}) {
      for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
        sum.update((int) (part >>> shift) & 0xff);
      }
    }
    return sum.getValue();
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
