/// The embedded encoder: all-MiniLM-L6-v2, quantised, run in this process by ONNX Runtime, and its
/// exact token counter. Owner threads: the two `encoder` threads run the model; everything public
/// may be called from any thread.
@NullMarked
package dev.interlock.encoder;

import org.jspecify.annotations.NullMarked;
