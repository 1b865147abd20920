import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { blocksUnder } from "../support/handbook.ts"
import { builtCommand } from "../support/processes/built-command.ts"
import { commandsIn, runShown } from "../support/processes/run-shown.ts"
import { noPostgres, sharedPostgres } from "../support/stores/postgres.ts"
import { type FixtureSite, startFixtureSite } from "../support/web/fixture-site.ts"

let site: FixtureSite
let folder: string
beforeAll(async () => {
  site = await startFixtureSite()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-start-"))
})
afterAll(async () => {
  await site.close()
  fs.rmSync(folder, { recursive: true })
})

/**
 * Starts the service as a command says, and gives its address to `use`. It must stop with success when it is told to.
 */
const whileRunning = async <A>(command: string, use: (url: string) => Promise<A>): Promise<A> => {
  assert.match(command, / npm start$/)
  const line = command.replace(/npm start$/, `exec '${process.execPath}' '${builtCommand}' serve`)
  const child = spawn("sh", ["-c", line], {
    cwd: folder,
    env: { ...process.env, GLEANER_PORT: "0", GLEANER_BROWSER: "off", GLEANER_WORKERS: "1" }
  })
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let out = ""
      const read = (chunk: Buffer) => {
        out += chunk.toString()
        const [, found] = /listens on (\S+)/.exec(out) ?? []
        if (found !== undefined) resolve(found)
      }
      child.stdout.on("data", read)
      child.stderr.on("data", read)
      void ended.then(() => reject(new Error(out)))
    })
    return await use(url)
  } finally {
    child.kill("SIGTERM")
    assert.strictEqual(await ended, 0)
  }
}

const isReady = async (url: string): Promise<void> => {
  assert.strictEqual((await fetch(`${url}/readyz`)).status, 200)
}

const startUnder = (heading: string): string =>
  blocksUnder(heading, "sh").flatMap(commandsIn).find((command) => command.endsWith("npm start")) ??
    assert.fail(heading)

describe("the service, started as the documentation says,", () => {
  it("gives the first scrape as it is shown", async () => {
    const scrape = blocksUnder("A first scrape", "sh").flatMap(commandsIn).find((command) => command.startsWith("curl"))
    const { out } = await whileRunning(
      startUnder("A first scrape"),
      (service) => runShown(scrape ?? "", { folder, service, site: site.url, key: "a-secret-of-24-characters" })
    )
    const [shown = ""] = blocksUnder("A first scrape", "json")
    const document = JSON.parse(out) as Record<string, unknown>
    const top = [...shown.matchAll(/^ {2}"(\w+)": (.*?),?$/gm)]
    assert.deepStrictEqual(top.map(([, name]) => name), Object.keys(document))
    const plain = top.filter(([, name = "", value = ""]) => name !== "fetched_at" && /^(?:"|\d|\[\]$)/.test(value))
    assert.isAbove(plain.length, 10)
    for (const [, name = "", text = ""] of plain) {
      const value = JSON.parse(text.replaceAll("http://127.0.0.1:8090", site.url)) as unknown
      const own = document[name]
      const beginning = typeof value === "string" && value.endsWith("...") ? value.slice(0, -3) : undefined
      if (beginning === undefined) assert.deepStrictEqual(own, value, name)
      else assert.isTrue(String(own).startsWith(beginning), `${name}: ${String(own).slice(0, 200)}`)
    }
  })

  it("keeps its jobs in a file, of which a command makes a copy", { tags: "long" }, async () => {
    await whileRunning(startUnder("Jobs that outlive a restart"), async (url) => {
      await isReady(url)
      assert.isTrue(fs.existsSync(path.join(folder, "gleaner.db")))
    })
    const [backup = ""] = blocksUnder("Backup and restore", "sh").flatMap(commandsIn)
    const { code, err } = await runShown(backup, { folder, site: site.url, service: "" })
    assert.strictEqual(code, 0, err)
    assert.isTrue(fs.existsSync(path.join(folder, "copy.db")))
  })

  it("takes a proxy", { tags: "long" }, () => whileRunning(startUnder("Through a proxy"), isReady))

  it("signs its requests", { tags: "long" }, async () => {
    const commands = blocksUnder("Authenticated requests", "sh").flatMap(commandsIn)
    const made = await runShown(commands[0] ?? "", { folder, site: site.url, service: "" })
    assert.strictEqual(made.code, 0, made.err)
    await whileRunning(startUnder("Authenticated requests"), async (url) => {
      const { keys } = await (await fetch(`${url}/.well-known/http-message-signatures-directory`)).json() as {
        keys: ReadonlyArray<unknown>
      }
      assert.lengthOf(keys, 1)
    })
  })

  it.skipIf(noPostgres !== undefined)("is a node beside others", { tags: "long" }, async () => {
    const postgres = await sharedPostgres()
    const start = startUnder("More than one machine")
    await whileRunning(start.replace(/postgres:\S+/, postgres.database()), isReady)
  })
})
