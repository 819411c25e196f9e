package dev.interlock.server.gateway;

import dev.interlock.wire.chat.ChatCall.Edit;
import dev.interlock.wire.chat.ChatCall.Place;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A caller's body with another model in it, and not one other byte changed.
final class Splice {
  /// Below this a copy costs less than its avoidance.
  private static final int SMALL = 4 << 10;

  private Splice() {}

  /// The same with more places changed.
  ///
  /// @param model the new value, as JSON
  /// @param edits apart from each other
  static Buffer of(byte[] body, Place at, byte[] model, List<Edit> edits) {
    if (edits.isEmpty()) {
      return of(body, at, model);
    }
    var all = new ArrayList<>(edits);
    all.add(new Edit(at, new String(model, StandardCharsets.UTF_8)));
    all.sort(Comparator.comparingInt(edit -> edit.at().from()));
    var spliced = Buffer.buffer(body.length + SMALL);
    int from = 0;
    for (var edit : all) {
      spliced.appendBytes(body, from, edit.at().from() - from).appendString(edit.text());
      from = edit.at().to();
    }
    return spliced.appendBytes(body, from, body.length - from);
  }

  /// @param model the new value, as JSON
  private static Buffer of(byte[] body, Place at, byte[] model) {
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
