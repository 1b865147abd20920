import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { routeOptions } from "../src/domain/RequestOptions.ts"
import { skipReason } from "./render/support/browser.ts"
import { builtCommand } from "./support/built-command.ts"
import { type FixtureSite, startFixtureSite } from "./support/fixture-site.ts"
import { keys, type RunningService, startService } from "./support/service.ts"

const root = path.join(import.meta.dirname, "..")
const readme = fs.readFileSync(path.join(root, "README.md"), "utf8")

/** The commands of a section, with a line that ends in a backslash joined to the next. */
const commandsOf = (heading: string): ReadonlyArray<string> => {
  const section = readme.split(`### ${heading}\n`)[1]?.split(/\n##/)[0] ?? ""
  return [...section.matchAll(/```sh\n([^]*?)```/g)]
    .flatMap(([, block = ""]) => block.replaceAll("\\\n", " ").trim().split("\n"))
    .filter((line) => /gleaner --|^curl/.test(line))
}

let site: FixtureSite
let service: RunningService
let folder: string
beforeAll(async () => {
  site = await startFixtureSite()
  service = await startService()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-readme-"))
})
afterAll(async () => {
  await service.stop()
  await site.close()
  fs.rmSync(folder, { recursive: true })
})

const run = (command: string): Promise<{ readonly out: string; readonly err: string; readonly code: number }> =>
  new Promise((resolve) => {
    const line = command.replaceAll("npm run -s gleaner --", `'${process.execPath}' '${builtCommand}'`)
      .replaceAll("http://127.0.0.1:8090", site.url)
      .replaceAll("localhost:8080", service.url.replace("http://", ""))
      .replaceAll("a-secret-of-24-characters", keys.first)
    execFile("sh", ["-c", line], {
      cwd: folder,
      env: {
        ...process.env,
        GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
        GLEANER_DOMAIN_DELAY: "0 millis",
        GLEANER_BROWSER: "off"
      }
    }, (error, out, err) => resolve({ out, err, code: typeof error?.code === "number" ? error.code : 0 }))
  })

describe("the commands of the README", { timeout: 60_000 }, () => {
  const outcomes: ReadonlyArray<readonly [heading: string, outputs: ReadonlyArray<RegExp>]> = [
    ["Batches", [/^(?:\{"url":"[^"]+","title":"[^"]+"\}\n){2}$/, /^$/]],
    ["Before a crawl starts", [/"allowed": true,[^]*"finish_seconds": /]],
    ["Saying what you want", [
      /^# How tides are predicted\n(?![^]*High water)/,
      /"source": "selectors",\s+"type": "Item",\s+"fields": \{\s+"name": "Brass barometer",\s+"price": 89,\s+"currency": "GBP",/,
      /^(?:\{"url":"[^"]+","title":"[^"]+","text":"[^"]+"\}\n){3}$/
    ]],
    ["Pages behind a login", [/"title":"How tides are predicted"/, /^# How tides are predicted\n/]],
    ["Log, metrics and traces", [/^# HELP gleaner_\w+ .*\n# TYPE gleaner_/]],
    ["Forms of an answer", [/^# How tides are predicted\n(?![^]*High water)/, /^\{"url":"http[^]*"returned":\d+\}\}$/]]
  ]
  for (const [heading, outputs] of outcomes) {
    it(`under ${heading} do what it says`, async () => {
      const commands = commandsOf(heading)
      assert.strictEqual(commands.length, outputs.length)
      for (const [index, command] of commands.entries()) {
        const { code, err, out } = await run(command)
        assert.strictEqual(code, 0, `${command}\n${err}`)
        assert.match(out, outputs[index] ?? /^$/, command)
      }
    })
  }

  it("under In a container make keys that the service takes", async () => {
    const block = /```sh\n([^]*?)```/.exec(readme.split("### In a container\n")[1] ?? "")?.[1] ?? ""
    const [enter, make = "", start = ""] = block.trim().split("\n")
    assert.strictEqual(enter, "cd scripts/container")
    assert.match(start, /^docker compose -f alone\.yaml /)
    assert.strictEqual((await run(make)).code, 0)
    const { code, out } = await run(`GLEANER_API_KEYS=file:secrets/keys npm run -s gleaner -- doctor`)
    assert.strictEqual(code, 0)
    assert.match(out, /^keys +1 from GLEANER_API_KEYS: me$/m)
  })

  it.skipIf(skipReason !== "")("under Pictures do what it says", async () => {
    const [command = "", ...others] = commandsOf("Pictures")
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(await run(command), { code: 0, err: "", out: "" })
    assert.strictEqual(fs.readFileSync(path.join(folder, "page.png")).toString("latin1", 1, 4), "PNG")
  })

  it("under Only what changed do what it says", async () => {
    const [first = "", later = "", ...others] = commandsOf("Only what changed")
    assert.deepStrictEqual(others, [])
    assert.strictEqual((await run(first)).code, 0)
    const { code, err } = await run(later)
    assert.deepStrictEqual([code, /; 0 new, 0 changed, 5 same, 0 removed$/m.test(err)], [0, true], err)
  })

  it("and every option of a request is named", () => {
    const names = new Set(Object.values(routeOptions).flat())
    assert.deepStrictEqual([...names].filter((name) => !readme.includes(`\`${name}\``)), [])
  })
})
