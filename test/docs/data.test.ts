import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { gleanerClient } from "../../src/contract/client/index.ts"
import { keys, type RunningService, serviceOver } from "../support/entries/service-process.ts"
import { blocksUnder } from "../support/handbook.ts"
import { commandsIn, type Ran, runShown } from "../support/processes/run-shown.ts"
import { type FixtureSite, startFixtureSite } from "../support/web/fixture-site.ts"

let site: FixtureSite
let service: RunningService
let folder: string
beforeAll(async () => {
  site = await startFixtureSite()
  service = await serviceOver()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-data-"))
})
afterAll(async () => {
  await service.stop()
  await site.close()
  fs.rmSync(folder, { recursive: true })
})

/** Runs the commands under a heading. The last one's outcome. */
const ran = async (heading: string): Promise<Ran> => {
  const { hostname, port } = new URL(service.url)
  const commands = blocksUnder(heading, "sh").flatMap(commandsIn)
  assert.isAtLeast(commands.length, 1)
  let last: Ran = { code: 1, out: "", err: "" }
  for (const command of commands) {
    const env = { GLEANER_HOST: hostname, GLEANER_PORT: port }
    last = await runShown(command, { folder, site: site.url, service: service.url }, env)
    assert.strictEqual(last.code, 0, `${command}\n${last.err}`)
  }
  return last
}

const jacket = {
  name: "Oilskin jacket",
  price: 145.5,
  pitch: "Keeps out rain and spray for a whole watch, with a collar that closes."
}

describe("the page about data by a schema", () => {
  it("leads from a schema over two examples to the data of all pages", async () => {
    const declared = JSON.parse((await ran("1. Say what you want")).out)
    assert.deepStrictEqual(declared.data, { name: "Signal lamp", price: 62.25 })
    assert.deepStrictEqual(declared.trace.data.missing, ["/pitch"])

    const { out } = await ran("2. Show where it is")
    assert.match(out, /^name +Products\n[^]*status +ready\npages +2 learnt, 2 checked\n/m)
    for (const field of ["name", "price", "pitch"]) {
      assert.match(out, new RegExp(`^/${field} +right 100% +filled 100%`, "m"))
    }

    const read = JSON.parse((await ran("3. Read all pages")).out)
    assert.deepStrictEqual(read.data, jacket)
    assert.strictEqual(read.trace.data.source, "wrapper")

    const { id } = JSON.parse((await ran("The data of many pages")).out)
    const documents: Array<unknown> = []
    const { documents: follow } = gleanerClient({ baseUrl: service.url, apiKey: keys.first })
    for await (const { data } of follow(id)) documents.push(data)
    assert.deepStrictEqual(documents, [jacket])
  })
})
