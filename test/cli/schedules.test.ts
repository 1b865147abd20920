import { assert, describe, it } from "@effect/vitest"
import { gleanerClient } from "../../src/client/index.ts"
import { commandProcess } from "../support/entries/command-process.ts"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { keys } from "../support/entries/service-process.ts"

const live = serviceOverSite()

describe("gleaner schedules", () => {
  it("lists, runs, pauses, resumes and deletes the schedules of its keys", async () => {
    const environment = { GLEANER_API_KEYS: `first:${keys.first},second:${keys.second}` }
    const run = (...args: ReadonlyArray<string>) =>
      commandProcess(["schedules", ...args, "--url", live.service.url], { environment }).ended
    const client = gleanerClient({ baseUrl: live.service.url, apiKey: keys.second })
    const { id } = await client.schedules.create({
      name: "Tide",
      cron: "30 2 * * *",
      job: { urls: [`${live.site.url}/articles/tide`] }
    })
    const listed = await run("list")
    assert.match(listed.out, new RegExp(`^${id}  next 20\\d\\d-\\S+T02:30:00  last -  Tide\n$`))
    const job = (await run("run", id)).out.trim()
    await client.jobs.follow(job).ended()
    assert.match((await run("runs", id)).out, new RegExp(`^1  \\S+  \\w+  not compared  ${job}\n$`))
    const [paused, wrong, unknown] = await Promise.all([
      run("pause", id),
      run("show", "x"),
      run("delete", "0".repeat(32))
    ])
    assert.match(paused.out, new RegExp(`^${id}  paused  `))
    assert.match(wrong.err, /"x" is not the id of a schedule/)
    assert.match(unknown.err, /no key in GLEANER_API_KEYS has a schedule 0{32}/)
    const resumed = await run("resume", id, "--json")
    assert.deepInclude(JSON.parse(resumed.out) as object, { id, paused: false })
    assert.strictEqual((await run("delete", id)).code, 0)
    assert.strictEqual((await client.schedules.list()).total, 0)
  }, 30_000)
})
