import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { type McpSite, startMcpSite } from "../../serving/mcp/mcp-site.ts"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { blocksUnder } from "../../support/handbook.ts"

const run = promisify(execFile)

const imports = (...modules: ReadonlyArray<string>): Promise<boolean> =>
  run("python3", ["-c", `import ${modules.join(", ")}`]).then(() => true, () => {
    console.warn(`Recipes in Python that need ${modules.join(", ")} are skipped: python3 has no such module.`)
    return false
  })

const hasPython = await imports("json", "urllib.request")
const hasLangChain = await imports("langchain_core")
const hasLlamaIndex = await imports("llama_index.core")
const hasSqliteVec = await imports("sqlite_vec")

/** An endpoint of OpenAI's form on loopback. Vectors count letters; a chat calls `scrape` once, then repeats its answer. */
const startModel = async () => {
  const chats: Array<ReadonlyArray<{ readonly role: string; readonly content: string }>> = []
  const vectorOf = (text: string) => [..."abcdefgh"].map((letter) => text.split(letter).length - 1)
  const server = http.createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => body += part).on("end", () => {
      const sent = JSON.parse(body)
      let answer: unknown
      if (request.url === "/v1/embeddings") {
        answer = { data: sent.input.map((text: string) => ({ embedding: vectorOf(text) })) }
      } else {
        chats.push(sent.messages)
        const [, url = ""] = /(http\S+)/.exec(sent.messages[0].content) ?? []
        const call = { name: sent.tools[0].function.name, arguments: JSON.stringify({ url, question: "tide" }) }
        const last = sent.messages.at(-1)
        answer = {
          choices: [{
            message: last.role === "tool"
              ? { role: "assistant", content: last.content.slice(0, 40) }
              : { role: "assistant", content: null, tool_calls: [{ id: "call-1", type: "function", function: call }] }
          }]
        }
      }
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, chats, close }
}

describe.skipIf(!hasPython)("a recipe in Python", () => {
  let site: McpSite
  let service: RunningService
  let model: Awaited<ReturnType<typeof startModel>>
  let folder = ""
  beforeAll(async () => {
    site = await startMcpSite()
    service = await serviceOver()
    model = await startModel()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-python-recipes-"))
    const client = path.join(import.meta.dirname, "../../../src/contract/python/gleaner.py")
    fs.copyFileSync(client, path.join(folder, "gleaner.py"))
    const [pages = ""] = blocksUnder("LangChain and LlamaIndex", "python")
    const [vectors = ""] = blocksUnder("Embeddings in a vector store", "python")
    fs.writeFileSync(path.join(folder, "pages.py"), shown(pages))
    fs.writeFileSync(path.join(folder, "vectors.py"), shown(vectors))
  })
  afterAll(async () => {
    await service.stop()
    site.close()
    model.close()
    fs.rmSync(folder, { recursive: true })
  })

  /** A block with the addresses of the test. */
  const shown = (block: string): string =>
    block.replaceAll("http://localhost:8080", service.url)
      .replaceAll("http://localhost:11434", model.url)
      .replaceAll("http://127.0.0.1:8090/docs/tides", `${site.url}/a`)
      .replaceAll("http://127.0.0.1:8090", site.url)
      .replaceAll("a-secret-of-24-characters", keys.first)

  const python = async (program: string): Promise<ReadonlyArray<string>> => {
    const { stdout } = await run("python3", ["-W", "error", "-c", shown(program)], { cwd: folder })
    return stdout.trim().split("\n")
  }

  it("yields the texts of a crawl with their metadata, by page or by chunk", async () => {
    const lines = await python([
      "from pages import pages",
      "whole = list(pages('http://127.0.0.1:8090/', max_pages=3))",
      "print([metadata['title'] for _, metadata in whole], all(text for text, _ in whole))",
      "parts = list(pages('http://127.0.0.1:8090/', max_pages=3, chunks={'max_tokens': 64}))",
      "print(len(parts) > len(whole), len(set(metadata['id'] for _, metadata in parts)) == len(parts))",
      "print(sorted(parts[0][1]), parts[0][1]['source'].startswith('http://127.0.0.1'))"
    ].join("\n"))
    assert.deepStrictEqual(lines, [
      "['start', 'a', 'b'] True",
      "True True",
      "['headings', 'id', 'language', 'source', 'title'] True"
    ])
  })

  it.skipIf(!hasLangChain)("is a loader of LangChain", async () => {
    const lines = await python(blocksUnder("LangChain and LlamaIndex", "python")[1] ?? "")
    assert.match(lines.join("\n"), /^(?:http\S+ True\n?){3,}$/)
  })

  it.skipIf(!hasLlamaIndex)("is a reader of LlamaIndex", async () => {
    const lines = await python(blocksUnder("LangChain and LlamaIndex", "python")[2] ?? "")
    assert.match(lines.join("\n"), /^(?:http\S+ True\n?){3,}$/)
  })

  it("has no error of syntax, also where its packages are not there", async () => {
    for (const heading of ["LangChain and LlamaIndex", "Embeddings in a vector store", "Function calling"]) {
      for (const block of blocksUnder(heading, "python")) {
        await run("python3", ["-W", "error", "-c", "import ast, sys; ast.parse(sys.argv[1])", block])
      }
    }
  })

  it("embeds each chunk of a crawl", async () => {
    const lines = await python([
      "from vectors import rows",
      "found = list(rows('http://127.0.0.1:8090/', max_pages=3))",
      "print(len(found) >= 3, {len(vector) for *_, vector in found})",
      "print(all(vector[0] == text.count('a') for *_, text, vector in found))"
    ].join("\n"))
    assert.deepStrictEqual(lines, ["True {8}", "True"])
  })

  it.skipIf(!hasSqliteVec)("finds the nearest chunks in SQLite", async () => {
    const lines = await python(blocksUnder("Embeddings in a vector store", "python")[1] ?? "")
    assert.match(lines.join("\n"), /^(?:http\S+ True\n?){3,}$/)
  })

  it("answers the calls of a model with passages of the page", async () => {
    const [answer = ""] = await python(blocksUnder("Function calling", "python")[0] ?? "")
    assert.match(answer, /\S/)
    const [asked, told] = model.chats
    assert.deepStrictEqual(asked?.map(({ role }) => role), ["user"])
    assert.deepStrictEqual(told?.map(({ role }) => role), ["user", "assistant", "tool"])
    assert.include(told?.at(-1)?.content, "The page a speaks of the tide")
  })
})
