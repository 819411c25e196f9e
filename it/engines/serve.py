#!/usr/bin/env python3
"""llama.cpp's own HTTP server on 127.0.0.1, one thread.

usage: serve.py PORT MODEL [KEY=VALUE ...]    KEY: a field of llama.cpp's common parameters

Prints "listening" once the model is being loaded; GET /health is 200 once it is. Ends when its
standard input does, so that no server outlives who started it, and on SIGTERM.
"""
import os
import signal
import sys
import threading

import xllamacpp


def read(text, present):
    if isinstance(present, bool):
        return text in ("1", "true")
    if isinstance(present, int) and not hasattr(present, "name"):
        return int(text)
    if isinstance(present, str):
        return text
    if hasattr(present, "name"):
        return getattr(type(present), text)
    return type(present)(text.split(","))


def main(port, model, *settings):
    params = xllamacpp.CommonParams()
    if hasattr(params, "hostnames"):
        params.hostnames = ["127.0.0.1"]
    params.port = int(port)
    params.model.path = model
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.endpoint_metrics = True
    params.endpoint_slots = True
    params.endpoint_props = True
    for setting in settings:
        key, value = setting.split("=", 1)
        setattr(params, key, read(value, getattr(params, key)))
    server = xllamacpp.Server(params)
    print("listening", server.listening_address, flush=True)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    threading.Thread(target=end_with_input, daemon=True).start()
    threading.Event().wait()


def end_with_input():
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
