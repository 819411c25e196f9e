/// Profiles as they are now: who may serve, who answered, who is told what. Chats and reranking
/// share them. Owner thread: none; all of it may be asked from any.
@NullMarked
package dev.interlock.server.profiles;

import org.jspecify.annotations.NullMarked;
