import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"
import { blocksUnder } from "../../support/handbook.ts"

const root = path.join(import.meta.dirname, "../../..")
const blocks = blocksUnder("The client", "ts")

const world = serviceOverSite({ browser: Option.some("off") })
let folder = ""
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-client-"))
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const outputOf = async (block: string): Promise<ReadonlyArray<string>> => {
  const file = path.join(folder, "example.mts")
  fs.writeFileSync(
    file,
    block.replaceAll("http://localhost:8080", world.service.url)
      .replaceAll("http://127.0.0.1:8090", world.site.url)
      .replaceAll("a-secret-of-24-characters", keys.first)
      .replace("\"gleaner/client\"", JSON.stringify(path.join(root, "src/contract/client/index.ts")))
      .replace(
        "\"gleaner/client/effect\"",
        JSON.stringify(path.join(root, "src/contract/client/effect/GleanerClient.ts"))
      )
  )
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: root })
  return stdout.trim().split("\n")
}

describe("the examples of the client in the documentation", () => {
  it("do what they say", async () => {
    assert.lengthOf(blocks, 2)
    const [promises = "", effect = ""] = blocks
    const lines = await outputOf(promises)
    assert.strictEqual(lines[0], "0 News from the harbour")
    assert.include(lines.join("\n"), "stored: 1")
    assert.match(lines.at(-1) ?? "", /^robots_disallowed /)
    assert.match((await outputOf(effect)).join(" "), /"News from the harbour"|'News from the harbour'/)
  })
})
