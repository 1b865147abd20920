import { assert, describe, it } from "@effect/vitest"
import { gleanerClient, type Schedule } from "../../../src/contract/client/index.ts"
import { commandHere } from "../../support/entries/command-here.ts"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"

const live = serviceOverSite()

describe("gleaner schedules", () => {
  it("creates a schedule with the options of a crawl, or lists what is wrong", async () => {
    const run = (...args: ReadonlyArray<string>) =>
      commandHere(["schedules", "create", live.site.url, ...args, "--url", live.service.url], {
        environment: { GLEANER_API_KEYS: `first:${keys.first}` }
      })
    const [made, wrong, secret] = await Promise.all([
      run("--cron", "0 6 * * 1", "--timezone", "Asia/Tokyo", "--keep", "3", "--max-pages", "7", "--json"),
      run("--cron", "0 99 * * *", "--timezone", "Mars"),
      run("--every-seconds", "3600", "--cookies", "a=b")
    ])
    const schedule = JSON.parse(made.out) as Schedule
    assert.deepInclude(schedule, {
      name: new URL(live.site.url).host,
      cron: "0 6 * * 1",
      timezone: "Asia/Tokyo",
      keep: 3
    })
    assert.deepInclude(schedule.job, { url: `${live.site.url}/` })
    assert.strictEqual(schedule.job.options.max_pages, 7)
    assert.match(wrong.err, /refused: cron: is not a cron pattern .*; timezone: is not a time zone/)
    assert.match(secret.err, /--cookies is not a flag of gleaner schedules create/)
    assert.notStrictEqual(wrong.code, 0)
    await gleanerClient({ baseUrl: live.service.url, apiKey: keys.first }).schedules.delete(schedule.id)
  })

  it("lists, runs, pauses, resumes and deletes the schedules of its keys", async () => {
    const environment = { GLEANER_API_KEYS: `first:${keys.first},second:${keys.second}` }
    const run = (...args: ReadonlyArray<string>) =>
      commandHere(["schedules", ...args, "--url", live.service.url], { environment })
    const client = gleanerClient({ baseUrl: live.service.url, apiKey: keys.second })
    const { id } = await client.schedules.create({
      name: "Tide",
      cron: "30 2 * * *",
      job: { urls: [`${live.site.url}/articles/tide`] }
    })
    const listed = await run("list")
    assert.match(listed.out, new RegExp(`^${id}  next 20\\d\\d-\\S+ 02:30:00Z  last -  Tide\n$`))
    const job = (await run("run", id)).out.trim()
    while ((await client.schedules.runs(id)).runs[0]?.status === "running") await client.jobs.follow(job).ended()
    assert.match((await run("runs", id)).out, new RegExp(`^1  \\S+ \\S+  done  not compared  ${job}\n$`))
    const [paused, wrong, unknown] = await Promise.all([
      run("pause", id),
      run("show", "x"),
      run("delete", "0".repeat(32))
    ])
    assert.match(
      paused.out,
      new RegExp(`^id +${id}\nname +Tide\n[^]*\ntimes +30 2 \\* \\* \\* \\(UTC\\)\nnext +paused\n`)
    )
    assert.match(wrong.err, /"x" is not the id of a schedule/)
    assert.match(unknown.err, /no key in GLEANER_API_KEYS has a schedule 0{32}/)
    const resumed = await run("resume", id, "--json")
    assert.deepInclude(JSON.parse(resumed.out) as object, { id, paused: false })
    assert.strictEqual((await run("delete", id)).code, 0)
    assert.strictEqual((await client.schedules.list()).total, 0)
  })
})
