// OpenAI's own Node client against a running server; ends with 0 where all is as it should be.
//
// usage: openai_client.mjs URL
// The server has the profile `coder` over the model `m`, and the embedded encoder. The engine
// answers "hello you", calls a tool where it is given one, and streams without an end to "for ever".

import assert from "node:assert/strict";
import OpenAI from "openai";

const client = new OpenAI({ baseURL: process.argv[2] + "/v1", apiKey: "none", maxRetries: 0 });
const ask = (content, more = {}) =>
  ({ model: "coder", messages: [{ role: "user", content }], ...more });

const plain = await client.chat.completions.create(ask("hello"));
assert.equal(plain.model, "m");
assert.equal(plain.choices[0].message.content, "hello you");
assert.equal(plain.usage.completion_tokens, 3);

const { data, response } = await client.chat.completions.create(ask("hello")).withResponse();
assert.equal(data.choices[0].finish_reason, "stop");
assert.equal(response.headers.get("x-interlock-served-by"), "r");
console.log("plain");

let text = "";
for await (const chunk of await client.chat.completions.create(ask("hello", { stream: true }))) {
  text += chunk.choices[0]?.delta?.content ?? "";
}
assert.equal(text, "hello you");
const helper = client.chat.completions.stream(ask("hello"));
assert.equal((await helper.finalChatCompletion()).choices[0].message.content, "hello you");
console.log("streamed");

const tool = { type: "function", function: { name: "get_weather", parameters: { type: "object" } } };
const called = await client.chat.completions.create(ask("weather?", { tools: [tool] }));
assert.equal(called.choices[0].finish_reason, "tool_calls");
assert.equal(called.choices[0].message.tool_calls[0].function.name, "get_weather");
console.log("tools");

const names = [];
for await (const model of client.models.list()) {
  names.push(model.id);
}
assert.ok(names.includes("coder") && names.includes("text-embedding"), names.join());
console.log("models");

// The client asks for base64 by itself, and unpacks it.
const texts = ["a small boat", "a little ship", "tax law"];
const embedded = await client.embeddings.create({ model: "text-embedding", input: texts });
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const [boat, ship, law] = embedded.data.map((item) => item.embedding);
assert.equal(boat.length, 384);
assert.ok(Math.abs(dot(boat, boat) - 1) < 0.001);
assert.ok(dot(boat, ship) > dot(boat, law));
const floats = await client.embeddings.create(
  { model: "text-embedding", input: texts[0], encoding_format: "float" });
assert.ok(Math.abs(dot(floats.data[0].embedding, boat) - 1) < 0.001);
console.log("embeddings");

await assert.rejects(client.chat.completions.create(ask("hello", { model: "nobody" })), (error) => {
  assert.ok(error instanceof OpenAI.NotFoundError, String(error));
  assert.equal(error.status, 404);
  assert.equal(error.code, "model_not_found");
  assert.match(error.message, /nobody/);
  assert.ok(error.error.interlock.hint.includes("coder"));
  return true;
});
await assert.rejects(
  client.embeddings.create({ model: "text-embedding", input: "" }),
  (error) => error instanceof OpenAI.BadRequestError && error.type === "invalid_request_error");
console.log("errors");

const endless = await client.chat.completions.create(ask("for ever", { stream: true }));
for await (const chunk of endless) {
  if (chunk.choices[0]?.delta?.content) {
    endless.controller.abort();
  }
}
const giveUp = new AbortController();
const silent = client.chat.completions.create(ask("silence"), { signal: giveUp.signal });
setTimeout(() => giveUp.abort(), 300);
await assert.rejects(silent, OpenAI.APIUserAbortError);
console.log("aborts");
