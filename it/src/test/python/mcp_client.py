"""A client of another make against a running server; ends with 0 where all is as it should be.

usage: mcp_client.py URL COMMAND...
COMMAND starts `interlock mcp` for the same server.
"""

import sys

import anyio
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

QUERY = "na\u00efve \u5317 \U0001f338"


async def use(server, mode, era):
    """Every tool once, a mistake of each kind, progress."""
    steps = []

    async def progress(done, total, message):
        steps.append((done, message))

    async with Client(server, mode=mode) as client:
        assert client.protocol_version == era, client.protocol_version
        assert client.server_info.name == "interlock", client.server_info

        listed = await client.list_tools()
        names = [tool.name for tool in listed.tools]
        assert names == ["search", "read", "index_status"], names
        assert all(tool.annotations.read_only_hint for tool in listed.tools)

        found = await client.call_tool("search", {"query": QUERY}, progress_callback=progress)
        assert not found.is_error, found
        assert found.structured_content["query"] == QUERY, found
        hit = found.structured_content["hits"][0]
        assert hit["path"] == "notes.md", hit

        read = await client.call_tool("read", {"path": hit["path"], "startLine": 1, "endLine": 1})
        assert read.structured_content["text"] == "# Notes", read

        status = await client.call_tool("index_status", {})
        assert status.structured_content["projects"][0]["name"] == "garden", status

        wrong = await client.call_tool("read", {"path": "../secret"})
        assert wrong.is_error and "below its root" in wrong.content[0].text, wrong
        try:
            await client.call_tool("no_such_tool", {})
            raise AssertionError("a tool that does not exist was called")
        except MCPError as error:
            assert error.code == -32602, error
        assert steps == sorted(steps) and steps, steps
    print(f"{mode}: {era}, {len(steps)} steps")


async def main(url, command):
    stdio = StdioServerParameters(command=command[0], args=command[1:])
    for server in (url, stdio):
        await use(server, "legacy", "2025-11-25")
        await use(server, "auto", "2026-07-28")


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], sys.argv[2:])
