import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { codeBlocks } from "../../support/handbook.ts"
import { undisturbed } from "../../support/processes/built-command.ts"
import { connected } from "./mcp-client.ts"

/** The names of different clients for the same members. */
interface Server {
  readonly command?: string
  readonly args?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  readonly url?: string
  readonly serverUrl?: string
  readonly httpUrl?: string
  readonly headers?: Readonly<Record<string, string>>
}

let service: RunningService
let folder: string
beforeAll(async () => {
  service = await serviceOver()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-configurations-"))
  // As npm installs a command: a file in the PATH.
  const command = `#!/bin/sh\nexec '${process.execPath}' ${undisturbed.map((arg) => `'${arg}'`).join(" ")} "$@"\n`
  fs.writeFileSync(path.join(folder, "gleaner"), command, { mode: 0o755 })
})
afterAll(async () => {
  await service.stop()
  fs.rmSync(folder, { recursive: true })
})

const transportOf = ({ args = [], command, env = {}, headers = {}, httpUrl, serverUrl, url }: Server) => {
  const address = url ?? serverUrl ?? httpUrl
  return address === undefined
    ? new StdioClientTransport({
      command: command ?? assert.fail("neither a command nor a URL"),
      args: [...args],
      env: { PATH: `${folder}:${process.env["PATH"]}`, ...env },
      stderr: "ignore"
    })
    : new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } })
}

/** A program of one's own has no configuration. */
const shown = codeBlocks.filter(({ file, language }) => file.endsWith("/mcp.md") && language !== "python")

/** The servers of a block: of a configuration, or the command behind `--` of a client's command. */
const serversIn = (text: string, language: string): ReadonlyArray<Server> => {
  const here = text.replaceAll("http://localhost:8080", service.url)
    .replaceAll("a-secret-of-24-characters", keys.first)
  if (language === "json") {
    const { mcpServers, servers } = JSON.parse(here) as Record<string, Record<string, Server>>
    return Object.values(mcpServers ?? servers ?? {})
  }
  const [, command, args = ""] = /^\w+ mcp add gleaner -- (\S+) (.*)\n$/.exec(here) ?? []
  return [{ command: command ?? assert.fail(text), args: args.split(" ") }]
}

describe("the configurations that the documentation shows", () => {
  for (const [index, { heading, language, text }] of shown.entries()) {
    it(`for ${heading} start a server with all tools (${index + 1})`, async () => {
      const servers = serversIn(text, language)
      assert.lengthOf(servers, 1)
      for (const server of servers) {
        // Connecting sends `initialize`.
        const client = await connected(transportOf(server))
        assert.strictEqual(client.getServerVersion()?.name, "gleaner")
        assert.isAtLeast((await client.listTools()).tools.length, 20)
        await client.close()
      }
    })
  }

  it("name their clients", () => {
    assert.deepStrictEqual([...new Set(shown.map(({ heading }) => heading))], [
      "Claude Desktop",
      "Claude Code",
      "Cursor and Windsurf",
      "VS Code",
      "Codex and Gemini CLI"
    ])
  })
})
