package dev.interlock.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Optional;

/// Frames the parts of a chunked answer, one buffer each. Netty's encoder makes three buffers of a
/// part, with a promise for each and one more for all three, which costs a stream of small events
/// more than reading them does.
///
/// Head and end of an answer, and every other answer, are the encoder's as ever. Owner thread: the
/// connection's event loop.
final class ChunkFrames extends ChannelOutboundHandlerAdapter {
  /// As Vert.x names it.
  static final String ENCODER = "httpEncoder";

  private static final String NAME = "chunk-frames";
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(US_ASCII);
  private static final int LINE_END = '\r' << 8 | '\n';

  /// For eight digits and two ends of lines.
  private static final int FRAME_BYTES = 12;

  private final ChannelHandlerContext encoder;
  private boolean wanted;
  private boolean framing;

  private ChunkFrames(ChannelHandlerContext encoder) {
    this.encoder = encoder;
  }

  /// The next answer on the connection is a stream. Where it can't be framed here, over HTTP/2 for
  /// one, nothing changes.
  static void begin(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      begin(base.channelHandlerContext().pipeline());
    }
  }

  static void begin(ChannelPipeline pipeline) {
    if (pipeline.get(NAME) instanceof ChunkFrames there) {
      there.wanted = true;
    } else {
      Optional.ofNullable(pipeline.context(ENCODER))
          .ifPresent(
              encoder -> {
                var frames = new ChunkFrames(encoder);
                frames.wanted = true;
                pipeline.addAfter(ENCODER, NAME, frames);
              });
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (framing && message instanceof HttpContent part && !(message instanceof LastHttpContent)) {
      if (part.content().isReadable()) {
        var _ = encoder.write(framed(context, part), promise);
        return;
      }
    } else if (wanted && message instanceof HttpMessage head) {
      // An answer to a caller of HTTP/1.0 ends with its connection instead.
      framing = HttpUtil.isTransferEncodingChunked(head);
      wanted = false;
    } else {
      framing = false;
    }
    var _ = context.write(message, promise);
  }

  private static ByteBuf framed(ChannelHandlerContext context, HttpContent part) {
    try {
      var bytes = part.content();
      int length = bytes.readableBytes();
      var frame = context.alloc().directBuffer(length + FRAME_BYTES);
      int highest = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(length) & ~3;
      for (int shift = highest; shift >= 0; shift -= 4) {
        frame.writeByte(DIGITS[length >>> shift & 15]);
      }
      return frame.writeShort(LINE_END).writeBytes(bytes).writeShort(LINE_END);
    } finally {
      part.release();
    }
  }
}
