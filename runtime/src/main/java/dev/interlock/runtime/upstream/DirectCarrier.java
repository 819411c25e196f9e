package dev.interlock.runtime.upstream;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.RequestOptions;

/// Calls over connections of one's own, for which nobody pays.
///
/// @param loop where the connections live
record DirectCarrier(Vertx vertx, Context loop, Endpoint endpoint, Connections connections)
    implements Carrier {
  @Override
  public Spent carry(EngineHttp.Ask ask) {
    long millis = ask.limit().toMillis();
    var plan = new WholeCall.Plan(options(ask), Buffer.buffer(ask.body()), millis, ask.maxBytes());
    return Spent.free(Carrier.await(loop, new WholeCall(vertx, connections, plan), millis));
  }

  private RequestOptions options(EngineHttp.Ask ask) {
    var options = endpoint.request(ask.method(), ask.path(), "application/json");
    return ask.body().length == 0 ? options : options.putHeader("content-type", "application/json");
  }

  @Override
  public void close() {
    connections.close();
  }
}
