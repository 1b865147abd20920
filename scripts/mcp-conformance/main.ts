import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { builtCommand } from "../../test/support/processes/built-command.ts"
import { serviceProcess } from "../bench/support/processes/service-process.ts"

/**
 * Runs the conformance suite of the Model Context Protocol against the service as the package has it. Fails if a
 * scenario fails that `expected-failures.yaml` does not list, or passes that it lists.
 */
const folder = import.meta.dirname
const suite = path.join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js")

const run = (command: string, args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve) => spawn(command, args, { stdio: "inherit" }).once("exit", (code) => resolve(code ?? 1)))

/** The suite knows no keys, so each of its requests passes through here and gets one. */
const withKey = (service: string, key: string): Promise<http.Server> => {
  const { hostname, port } = new URL(service)
  const proxy = http.createServer((request, response) => {
    const { headers, method, url: path } = request
    const asked = http.request(
      { hostname, port, method, path, headers: { ...headers, "x-api-key": key } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }
    )
    asked.on("error", () => response.destroy())
    response.on("close", () => asked.destroy())
    request.pipe(asked)
  })
  return new Promise((resolve) => proxy.listen(0, "127.0.0.1", () => resolve(proxy)))
}

if (!fs.existsSync(suite)) await run("npm", ["ci", "--no-audit", "--no-fund", "--prefix", folder])
const key = "conformance-key-0123456789"
const service = await serviceProcess({ GLEANER_API_KEYS: `conformance:${key}` }, builtCommand)
const proxy = await withKey(service.url, key)
const results = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-mcp-"))
const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`
const given = process.argv.slice(2)
process.exitCode = await run(process.execPath, [
  suite,
  "server",
  "--url",
  url,
  "--output-dir",
  results,
  "--expected-failures",
  path.join(folder, "expected-failures.yaml"),
  ...(given.length === 0 ? ["--suite", "all"] : given)
])
fs.rmSync(results, { recursive: true })
proxy.close().closeAllConnections()
await service.stop()
