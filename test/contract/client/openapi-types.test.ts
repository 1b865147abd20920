import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { type McpSite, startMcpSite } from "../../serving/mcp/mcp-site.ts"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { blocksUnder } from "../../support/handbook.ts"
import { clientFolder, isInstalled } from "../../support/installed.ts"

const run = promisify(execFile)
const home = clientFolder("openapi")
const compiler = path.join(import.meta.dirname, "../../../node_modules/.bin/tsc")

describe.skipIf(!await isInstalled(home))("types that openapi-typescript makes", () => {
  let site: McpSite
  let service: RunningService
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-openapi-"))
  const file = (name: string) => path.join(folder, name)
  beforeAll(async () => {
    site = await startMcpSite()
    service = await serviceOver()
    fs.symlinkSync(path.join(home, "node_modules"), file("node_modules"))
    fs.writeFileSync(file("package.json"), "{\"type\":\"module\"}")
    const cli = path.join(home, "node_modules/openapi-typescript/bin/cli.js")
    await run(process.execPath, [cli, `${service.url}/openapi.json`, "-o", file("gleaner-api.d.ts")])
  })
  afterAll(async () => {
    await service.stop()
    site.close()
    fs.rmSync(folder, { recursive: true })
  })

  /** The complaints of the compiler about programs over the generated types, each with the name of its file. */
  const complaintsOf = async (programs: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
    for (const [name, program] of Object.entries(programs)) fs.writeFileSync(file(name), program)
    const flags = ["--strict", "--noEmit", "--skipLibCheck", "false", "--target", "esnext", "--lib", "esnext,dom"]
    const modules = ["--module", "nodenext", "--allowImportingTsExtensions", "--types", ""]
    const { stdout } = await run(compiler, [...flags, ...modules, ...Object.keys(programs)], { cwd: folder }).catch(
      (error: { readonly stdout: string }) => error
    )
    return stdout.split("\n").filter((line) => line.includes("error TS"))
  }

  it("need no flags: the example of the documentation compiles and runs", { tags: "long" }, async () => {
    const [block = assert.fail("no example")] = blocksUnder("Types from the OpenAPI document", "ts")
    const program = block.replaceAll("http://localhost:8080", service.url)
      .replaceAll("http://127.0.0.1:8090/docs/tides", `${site.url}/a`)
      .replaceAll("http://127.0.0.1:8090", site.url)
      .replaceAll("a-secret-of-24-characters", keys.first)
    assert.deepStrictEqual(await complaintsOf({ "example.ts": `declare const console: Console\n${program}` }), [])
    const { stdout } = await run(process.execPath, [file("example.ts")])
    assert.match(stdout, /^a 1 \[\]\n(?:queued|running)\njob_not_found\n$/)
  })

  it("refuse wrong names and missing URLs", { tags: "long" }, async () => {
    const program = (body: string, route: string) =>
      `import createClient from "openapi-fetch"
import type { paths } from "./gleaner-api.d.ts"
const { POST } = createClient<paths, "application/json">({})
void POST("/v1/${route}", { body: ${body} })`
    const cases: ReadonlyArray<readonly [body: string, isRight: boolean, route?: string]> = [
      ["{ url: \"a.test\" }", true],
      ["{ url: \"a.test\", scope: \"domain\", fields: [\"title\", \"content_html\"], max_pages: 3 }", true],
      ["{ urls: [\"a.test\", \"b.test\"] }", true],
      ["{}", false, "scrape"],
      ["{ url: \"a.test\", scope: \"all\" }", false],
      ["{ url: \"a.test\", fields: [\"body\"] }", false]
    ]
    const complaints = await complaintsOf(
      Object.fromEntries(cases.map(([body, , route = "crawl"], index) => [`body-${index}.ts`, program(body, route)]))
    )
    for (const [index, [body, isRight]] of cases.entries()) {
      assert.strictEqual(!complaints.some((line) => line.startsWith(`body-${index}.ts`)), isRight, body)
    }
  })
})
