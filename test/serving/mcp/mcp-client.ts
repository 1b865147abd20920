import { assert } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { loadTokenizer } from "../../../src/extract/chunks/tokenizer.ts"
import type { RunningService } from "../../support/entries/service-process.ts"
import { undisturbed } from "../../support/processes/built-command.ts"
import type { Json } from "../../support/shapes.ts"

export const connected = async (transport: unknown): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" })
  // Its types are not made for exactOptionalPropertyTypes.
  await client.connect(transport as StdioClientTransport)
  return client
}

export const overHttp = (service: RunningService, key: string) =>
  connected(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers: { "x-api-key": key } } })
  )

export const overStdio = (args: ReadonlyArray<string> = [], env: Readonly<Record<string, string>> = {}) =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [...undisturbed, "mcp", ...args],
      env: {
        GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
        GLEANER_DOMAIN_DELAY: "0 millis",
        GLEANER_RATE_LIMIT: "100000",
        // Pages are read in the process of the command: a reader is one more to start.
        GLEANER_WORKERS: "0",
        ...env
      }
    })
  )

interface Result {
  readonly isError: boolean
  readonly text: string
  readonly content: ReadonlyArray<{ readonly type: string; readonly mimeType?: string; readonly data?: string }>
  readonly structured: Json
}

export const call = async (client: Client, name: string, args: Readonly<Record<string, unknown>>): Promise<Result> => {
  const result = await client.callTool({ name, arguments: args })
  const content = result.content as ReadonlyArray<{ type: string; text?: string }>
  return {
    isError: result.isError === true,
    text: content.map(({ text = "" }) => text).join(""),
    content,
    structured: (result.structuredContent ?? {}) as Json
  }
}

export const cursorOf = (text: string): string | undefined => /and cursor "([^"]+)" for the rest\.\]$/.exec(text)?.[1]
export const jobOf = (text: string): string => /^Job: ([0-9a-f]{32})$/m.exec(text)?.[1] ?? assert.fail(text)

/** The status of a job when it has ended. */
export const ended = async (client: Client, id: string): Promise<string> => {
  await call(client, "crawl_wait", { id, wait_seconds: 600 })
  return (await call(client, "crawl_status", { id })).text
}

/** All parts of an answer, each within its limit. */
export const parts = async (client: Client, name: string, args: Readonly<Record<string, unknown>>, limit: number) => {
  const found: Array<string> = []
  for (let cursor: string | undefined = undefined;;) {
    const { isError, text } = await call(client, name, {
      ...args,
      max_tokens: limit,
      ...(cursor === undefined ? {} : { cursor })
    })
    assert.isFalse(isError, text)
    assert.isAtMost((await loadTokenizer())(text), limit)
    cursor = cursorOf(text)
    found.push(text.replace(/\s*\[The answer was cut here: [^\]]*\]$/, ""))
    if (cursor === undefined) return found
  }
}
