package dev.interlock.wire.relay;

import dev.interlock.core.budget.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What server and sidecar say over the control channel, each a JSON object in UTF-8.
///
/// ```
/// sidecar                      server
///   hello {held}  ------------->
///                 <------------- configure {epoch, setup, key?}      once for each account
///   ack {epoch, held} --------->
///                 <------------- ask {id, path, lease}
///   told {id, status, body} --->
///   heartbeat     <------------> heartbeat                           every 5 s
/// ```
public sealed interface Frame {
  /// A sidecar is there.
  ///
  /// @param sidecar its name
  /// @param version of its program
  /// @param held the accounts that it holds a configuration of
  record Hello(String sidecar, String version, List<Held> held) implements Frame {
    public Hello {
      held = List.copyOf(held);
    }
  }

  /// What a sidecar holds of an account.
  ///
  /// @param epoch of the configuration; 0 before any
  /// @param fingerprint which key it holds, where it holds one and has been told a salt
  /// @param key whether it holds one
  record Held(String account, long epoch, Optional<String> fingerprint, boolean key) {}

  /// An account's configuration, with or without a key (A14, A15).
  ///
  /// @param epoch grows with each; an older one than is held says nothing
  /// @param key empty leaves the key that is held
  record Configure(String account, long epoch, Setup setup, Optional<CloudKey> key)
      implements Frame {}

  /// What an account may be used for.
  ///
  /// @param enabled whether calls may leave
  /// @param models what may be asked for; empty for all
  /// @param salt what a fingerprint is made with
  record Setup(boolean enabled, List<String> models, String salt) {
    public Setup {
      models = List.copyOf(models);
    }
  }

  /// A configuration has arrived, or was older than what is held.
  record Ack(Held held) implements Frame {}

  /// Both are alive.
  record Heartbeat(long number) implements Frame {}

  /// The provider is to be asked about the account itself.
  ///
  /// @param id the question's own
  /// @param path below the API's base
  /// @param lease the permit of this one call
  record Ask(long id, String account, String path, Lease lease) implements Frame {}

  /// What the provider answered, without the key.
  ///
  /// @param status the HTTP status; 0 where no whole answer came
  /// @param body the answer, or why none came
  /// @param pause how long the provider asks to be left alone, where it says so
  record Told(long id, int status, String body, Optional<Duration> pause) implements Frame {
    /// An answer that asks for nothing.
    public Told(long id, int status, String body) {
      this(id, status, body, Optional.empty());
    }
  }

  /// What a newer program says.
  record Unknown(String kind) implements Frame {}
}
