#!/usr/bin/env python3
"""Writes a BERT encoder's folder (safetensors, as sentence-transformers keeps it) as one GGUF file.

usage: gguf_of_bert.py FOLDER OUT f32|f16|q8_0

Needs gguf, numpy and safetensors, and no torch. Tensor names and metadata are llama.cpp's own for
the architecture "bert".
"""
import json
import pathlib
import sys

import gguf
import numpy as np
from safetensors.numpy import load_file

TYPES = {
    "f32": (gguf.GGMLQuantizationType.F32, gguf.LlamaFileType.ALL_F32),
    "f16": (gguf.GGMLQuantizationType.F16, gguf.LlamaFileType.MOSTLY_F16),
    "q8_0": (gguf.GGMLQuantizationType.Q8_0, gguf.LlamaFileType.MOSTLY_Q8_0),
}
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
WORD_START = "\u2581"


def write_architecture(out, settings, pooling, file_type):
    out.add_name("all-MiniLM-L6-v2")
    out.add_license("apache-2.0")
    out.add_file_type(file_type)
    out.add_quantization_version(2)
    out.add_block_count(settings["num_hidden_layers"])
    out.add_context_length(settings["max_position_embeddings"])
    out.add_embedding_length(settings["hidden_size"])
    out.add_feed_forward_length(settings["intermediate_size"])
    out.add_head_count(settings["num_attention_heads"])
    out.add_layer_norm_eps(settings["layer_norm_eps"])
    out.add_causal_attention(False)
    mean = pooling["pooling_mode_mean_tokens"]
    out.add_pooling_type(gguf.PoolingType.MEAN if mean else gguf.PoolingType.CLS)
    out.add_token_type_count(settings["type_vocab_size"])


def as_llama_word(word):
    if word in SPECIAL:
        return word
    return word[2:] if word.startswith("##") else WORD_START + word


def write_words(out, file):
    words = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
    at = {word: i for i, word in enumerate(words)}
    out.add_tokenizer_model("bert")
    out.add_tokenizer_pre("default")
    out.add_token_list([as_llama_word(word) for word in words])
    out.add_token_types(
        [gguf.TokenType.CONTROL if w in SPECIAL else gguf.TokenType.NORMAL for w in words]
    )
    out.add_pad_token_id(at["[PAD]"])
    out.add_unk_token_id(at["[UNK]"])
    out.add_bos_token_id(at["[CLS]"])
    out.add_sep_token_id(at["[SEP]"])
    out.add_mask_token_id(at["[MASK]"])


def write_weights(out, weights, layers, wanted):
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, layers)
    for name, tensor in weights.items():
        name = name.removeprefix("bert.")
        if name == "embeddings.position_ids" or name.startswith(("pooler.", "cls.")):
            continue
        ours = names.get_name(name, try_suffixes=(".weight", ".bias"))
        if ours is None:
            sys.exit(f"no place in GGUF for the tensor {name}")
        exact = tensor.ndim == 1 or "_norm" in ours or ours in (
            "position_embd.weight",
            "token_types.weight",
        )
        kind = gguf.GGMLQuantizationType.F32 if exact else wanted
        values = tensor.astype(np.float32)
        if kind != gguf.GGMLQuantizationType.F32:
            values = gguf.quants.quantize(values, kind)
        out.add_tensor(ours, values, raw_dtype=kind)


def main(folder, target, kind):
    folder = pathlib.Path(folder)
    wanted, file_type = TYPES[kind]
    settings = json.loads((folder / "config.json").read_text())
    pooling = json.loads((folder / "1_Pooling" / "config.json").read_text())
    out = gguf.GGUFWriter(target, "bert")
    write_architecture(out, settings, pooling, file_type)
    write_words(out, folder / "vocab.txt")
    weights = load_file(str(folder / "model.safetensors"))
    write_weights(out, weights, settings["num_hidden_layers"], wanted)
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[3] not in TYPES:
        sys.exit(__doc__)
    main(*sys.argv[1:])
