// A client of another make against a running server; ends with 0 where all is as it should be.
//
// usage: mcp_client.mjs URL COMMAND...
// COMMAND starts `interlock mcp` for the same server.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const QUERY = "na\u00efve \u5317 \u{1f338}";

/** Every tool once, a mistake of each kind, progress. */
async function use(name, transport) {
  const steps = [];
  const client = new Client({ name: "node", version: "1" });
  await client.connect(transport);
  try {
    assert.equal(client.getServerVersion().name, "interlock");
    const listed = await client.listTools();
    assert.deepEqual(
      listed.tools.map((tool) => tool.name), ["search", "read", "index_status"]);
    assert.ok(listed.tools.every((tool) => tool.annotations.readOnlyHint));

    const found = await client.callTool(
      { name: "search", arguments: { query: QUERY } }, undefined,
      { onprogress: (progress) => steps.push(progress.progress) });
    assert.ok(!found.isError, JSON.stringify(found));
    assert.equal(found.structuredContent.query, QUERY);
    const hit = found.structuredContent.hits[0];
    assert.equal(hit.path, "notes.md");

    const read = await client.callTool(
      { name: "read", arguments: { path: hit.path, startLine: 1, endLine: 1 } });
    assert.equal(read.structuredContent.text, "# Notes");

    const status = await client.callTool({ name: "index_status", arguments: {} });
    assert.equal(status.structuredContent.projects[0].name, "garden");

    const wrong = await client.callTool({ name: "read", arguments: { path: "../secret" } });
    assert.ok(wrong.isError && wrong.content[0].text.includes("below its root"));
    await assert.rejects(
      client.callTool({ name: "no_such_tool", arguments: {} }), { code: -32602 });
    assert.ok(steps.length > 0);
    assert.deepEqual(steps, steps.toSorted((a, b) => a - b));
  } finally {
    await client.close();
  }
  console.log(`${name}: ${steps.length} steps`);
}

const [url, command, ...args] = process.argv.slice(2);
await use("http", new StreamableHTTPClientTransport(new URL(url)));
await use("stdio", new StdioClientTransport({ command, args, env: process.env }));
