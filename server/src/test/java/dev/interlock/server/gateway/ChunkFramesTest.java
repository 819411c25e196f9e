package dev.interlock.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What Netty's own reader makes of answers that were framed here.
class ChunkFramesTest {
  private static final int MOST = 1 << 21;

  private final EmbeddedChannel server = new EmbeddedChannel();
  private final EmbeddedChannel caller =
      new EmbeddedChannel(new HttpResponseDecoder(), new HttpObjectAggregator(MOST));

  ChunkFramesTest() {
    server.pipeline().addLast(ChunkFrames.ENCODER, new HttpResponseEncoder());
  }

  @Test
  @DisplayName("B1: parts of any size come as they went, one buffer each")
  void partsOfAnySize() {
    var sizes = List.of(1, 9, 10, 15, 16, 17, 255, 256, 4_095, 4_096, 65_536, 1 << 20);
    var sent = new StringBuilder();
    begin(HttpVersion.HTTP_1_1);
    toCaller();
    for (int size : sizes) {
      var part = "x".repeat(size - 1) + ";";
      sent.append(part);
      write(new DefaultHttpContent(bytes(part)));
      assertThat(server.outboundMessages()).hasSize(1);
      toCaller();
    }
    write(new DefaultLastHttpContent(bytes("end")));

    assertThat(answer()).isEqualTo(sent.append("end").toString());
  }

  @Test
  @DisplayName("B1: an empty part does not end a stream")
  void emptyPart() {
    begin(HttpVersion.HTTP_1_1);
    write(new DefaultHttpContent(Unpooled.EMPTY_BUFFER));
    write(new DefaultHttpContent(bytes("a")));
    write(new DefaultLastHttpContent());

    assertThat(answer()).isEqualTo("a");
  }

  @Test
  @DisplayName("B1: another answer, and another stream, may follow")
  void otherAnswersFollow() {
    begin(HttpVersion.HTTP_1_1);
    write(new DefaultHttpContent(bytes("a")));
    write(new DefaultLastHttpContent());
    assertThat(answer()).isEqualTo("a");

    var plain =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, bytes("plain"));
    HttpUtil.setContentLength(plain, 5);
    write(plain);
    assertThat(answer()).isEqualTo("plain");

    var sized = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    HttpUtil.setContentLength(sized, 2);
    write(sized);
    write(new DefaultHttpContent(bytes("b")));
    write(new DefaultLastHttpContent(bytes("c")));
    assertThat(answer()).isEqualTo("bc");

    begin(HttpVersion.HTTP_1_1);
    write(new DefaultHttpContent(bytes("d")));
    write(new DefaultLastHttpContent());
    assertThat(answer()).isEqualTo("d");
    assertThat(server.pipeline().names().stream().filter(name -> name.contains("frames")).count())
        .isEqualTo(1);
  }

  @Test
  @DisplayName("B1: a caller of HTTP/1.0 gets bytes without frames")
  void olderCaller() {
    ChunkFrames.begin(server.pipeline());
    write(new DefaultHttpResponse(HttpVersion.HTTP_1_0, HttpResponseStatus.OK));
    write(new DefaultHttpContent(bytes("a")));
    write(new DefaultLastHttpContent());
    toCaller();
    caller.finish();

    assertThat(answer()).isEqualTo("a");
  }

  @Test
  @DisplayName("B1: where there is no encoder of HTTP/1, nothing changes")
  void otherProtocol() {
    server.pipeline().remove(ChunkFrames.ENCODER);
    ChunkFrames.begin(server.pipeline());
    var part = new DefaultHttpContent(bytes("a"));
    write(part);

    assertThat(server.<Object>readOutbound()).isSameAs(part);
  }

  private void begin(HttpVersion version) {
    ChunkFrames.begin(server.pipeline());
    HttpResponse head = new DefaultHttpResponse(version, HttpResponseStatus.OK);
    head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, "chunked");
    write(head);
  }

  private void write(Object message) {
    assertThat(server.writeOutbound(message)).isTrue();
  }

  private void toCaller() {
    for (ByteBuf out = server.readOutbound(); out != null; out = server.readOutbound()) {
      caller.writeInbound(out);
    }
  }

  private String answer() {
    toCaller();
    FullHttpResponse whole = caller.readInbound();
    try {
      assertThat(whole.decoderResult().isSuccess()).isTrue();
      return whole.content().toString(US_ASCII);
    } finally {
      whole.release();
    }
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, US_ASCII);
  }
}
