package dev.interlock.server.gateway;

import dev.interlock.wire.chat.ChatCall.Edit;
import dev.interlock.wire.chat.ChatCall.Place;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;

/// A caller's body with another model in it, and not one other byte changed.
final class Splice {
  /// Below this a copy costs less than its avoidance.
  private static final int SMALL = 4 << 10;

  private Splice() {}

  /// The same with one more place changed, before or behind the model.
  ///
  /// @param model the new value, as JSON
  static Buffer of(byte[] body, Place at, byte[] model, Edit edit) {
    var text = edit.text().getBytes(StandardCharsets.US_ASCII);
    boolean first = edit.at().from() < at.from();
    var one = first ? edit.at() : at;
    var two = first ? at : edit.at();
    return Buffer.buffer(body.length + model.length + text.length)
        .appendBytes(body, 0, one.from())
        .appendBytes(first ? text : model)
        .appendBytes(body, one.to(), two.from() - one.to())
        .appendBytes(first ? model : text)
        .appendBytes(body, two.to(), body.length - two.to());
  }

  /// @param model the new value, as JSON
  static Buffer of(byte[] body, Place at, byte[] model) {
    int length = body.length - (at.to() - at.from()) + model.length;
    if (length < SMALL) {
      return Buffer.buffer(length)
          .appendBytes(body, 0, at.from())
          .appendBytes(model)
          .appendBytes(body, at.to(), body.length - at.to());
    }
    // It may be sent twice, and is never pooled: so nobody releases it.
    return BufferInternal.buffer(
        Unpooled.unreleasableBuffer(
            Unpooled.wrappedBuffer(
                Unpooled.wrappedBuffer(body, 0, at.from()),
                Unpooled.wrappedBuffer(model),
                Unpooled.wrappedBuffer(body, at.to(), body.length - at.to()))));
  }
}
