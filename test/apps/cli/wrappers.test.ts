import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { Wrapper } from "../../../src/contract/client/index.ts"
import { commandHere } from "../../support/entries/command-here.ts"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"

const live = serviceOverSite()

const environment = { GLEANER_API_KEYS: `first:${keys.first}` }
const run = (...args: ReadonlyArray<string>) =>
  commandHere(["wrappers", ...args, "--url", live.service.url], { environment })

describe("gleaner wrappers", () => {
  it("learns rules from files, tries them, lists and deletes them", async ({ onTestFinished }) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-wrappers-"))
    onTestFinished(() => fs.rmSync(folder, { recursive: true }))
    const file = (name: string, text: string) => {
      fs.writeFileSync(path.join(folder, name), text)
      return path.join(folder, name)
    }
    const schema = file("schema.json", JSON.stringify({ type: "object", properties: { headline: { type: "string" } } }))
    const page = await live.get(`/v1/scrape?url=${live.site.url}/articles/tide`)
    const line = JSON.stringify({ url: `${live.site.url}/articles/tide`, data: { headline: page["title"] } })
    const learn = (examples: string, ...more: ReadonlyArray<string>) =>
      run("learn", "--schema", schema, "--examples", examples, ...more)

    const learnt = await learn(file("right.jsonl", `${line}\n`), "--name", "Articles", "--json")
    const wrapper = JSON.parse(learnt.out) as Wrapper
    assert.deepInclude(wrapper, { name: "Articles", status: "ready", host: new URL(live.site.url).host })
    assert.strictEqual((await run("list")).out, `${wrapper.id}  ready  ${wrapper.host}  1 fields  Articles\n`)
    const checked = await run("check", wrapper.id, `${live.site.url}/articles/tide`)
    assert.match(checked.out, /^pages {3}1 learnt, 1 checked\n\/headline {2}right 100% {2}filled 100% {2}\S/)
    assert.match(
      (await run("show", wrapper.id)).out,
      /^id +[0-9a-f]{32}\nname +Articles\n[^]*pages +1 learnt, 0 checked/
    )

    const anew = await run("relearn", wrapper.id, "--json")
    assert.deepInclude(JSON.parse(anew.out) as Wrapper, { status: "ready", problem: null, rules: wrapper.rules })
    assert.strictEqual(anew.code, 0)

    const wrong = await learn(file("wrong.json", JSON.stringify([{ ...JSON.parse(line), data: { headline: "No" } }])))
    assert.notStrictEqual(wrong.code, 0)
    assert.match(wrong.out, /status +failed\n[^]*problem .*\/headline/)
    const broken = await learn(file("broken.json", "{"))
    assert.match(broken.err, /broken\.json is not the JSON/)
    const none = await run("learn", "--schema", schema, `${live.site.url}/articles/tide`)
    assert.notStrictEqual(none.code, 0)
    assert.match(none.err, /this service has none\. Send examples, .* GLEANER_MODEL/)
    assert.match((await run("check", wrapper.id)).err, /Give URLs of pages, or --job/)
    assert.match((await run("show", "0".repeat(32))).err, /no key in GLEANER_API_KEYS has a wrapper 0{32}/)
    assert.strictEqual((await run("delete", wrapper.id)).code, 0)
  })
})
