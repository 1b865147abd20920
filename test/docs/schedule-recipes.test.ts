import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { gleanerClient, type ScheduleRun } from "../../src/contract/client/index.ts"
import { keys, type RunningService, serviceOver } from "../support/entries/service-process.ts"
import { codeBlocks } from "../support/handbook.ts"
import { polled } from "../support/polled.ts"
import { commandsIn, runShown } from "../support/processes/run-shown.ts"
import { type ChangingSite, changingSite } from "../support/web/changing-site.ts"
import { startReceiver, type WebhookReceiver } from "../support/web/webhook-receiver.ts"

let service: RunningService
let receiver: WebhookReceiver
const sites: Array<ChangingSite> = []
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-schedules-"))
beforeAll(async () => {
  receiver = await startReceiver()
  service = await serviceOver({ webhookAddresses: ["127.0.0.0/8"] })
})
afterAll(async () => {
  await service.stop()
  for (const site of sites) await site.close()
  receiver.close()
  fs.rmSync(folder, { recursive: true })
})

const client = () => gleanerClient({ baseUrl: service.url, apiKey: keys.first })

/** A site of its own for each recipe, so that no other changes it. */
const newSite = async (): Promise<ChangingSite> => {
  const site = await changingSite()
  sites.push(site)
  return site
}

const commandsOf = (heading: string): ReadonlyArray<string> =>
  codeBlocks.filter((block) => block.file.endsWith("recipes.md") && block.heading === heading)
    .flatMap(({ text }) => commandsIn(text))

/** The output of a command that succeeds. */
const shown = async (command: string, site: string, id = ""): Promise<string> => {
  const line = command.replaceAll("http://127.0.0.1:9000", receiver.url).replace(/\b[0-9a-f]{32}\b/, id)
  const { code, err, out } = await runShown(line, { folder, site, service: service.url })
  assert.strictEqual(code, 0, `${command}\n${err}`)
  return out
}

const idIn = (out: string): string => /^id +([0-9a-f]{32})$/m.exec(out)?.[1] ?? assert.fail(out)

const ran = async (id: string, { n }: Pick<ScheduleRun, "n">): Promise<ScheduleRun> => {
  const run = await polled(
    async () => (await client().schedules.runs(id)).runs.find((run) => run.n === n),
    (found) => found !== undefined && found.status !== "running"
  )
  return run ?? assert.fail("no run")
}

/** Runs the schedule before and after a change of its site. */
const ranTwice = async (id: string, site: ChangingSite): Promise<ScheduleRun> => {
  await ran(id, await client().schedules.run(id))
  site.change()
  return ran(id, await client().schedules.run(id))
}

describe("the recipes for schedules", () => {
  it("Price changes in Slack, or by mail", async () => {
    const site = await newSite()
    const [create = "", ...rest] = commandsOf("Price changes in Slack, or by mail")
    assert.deepStrictEqual(rest, [])
    const id = idIn(await shown(create, site.url))
    assert.deepInclude(await client().schedules.get(id), { receivers: ["slack"], on: ["records"], threshold: 0.05 })
    await ranTwice(id, site)
    await receiver.until((arrived) => arrived.some(({ path }) => path === "/slack"))
    const { body } = receiver.arrived.find(({ path }) => path === "/slack") ?? assert.fail("no message")
    assert.match(body, /1 new, 1 removed \(run 2\)[^]*\/storm\|Storm warning> \(new\)/)
  })

  it("The changes of each day, sent to a webhook, and in a feed reader", async () => {
    const site = await newSite()
    const [create = "", ...rest] = commandsOf("The changes of each day, sent to a webhook")
    assert.deepStrictEqual(rest, [])
    const id = idIn(await shown(create, site.url))
    assert.deepInclude(await client().schedules.get(id), { cron: "30 6 * * *", timezone: "Europe/Berlin" })
    await ranTwice(id, site)
    await receiver.until((arrived) => arrived.some(({ type }) => type === "schedule.changed"))
    const changed = receiver.arrived.filter(({ type }) => type === "schedule.changed")
    assert.lengthOf(changed, 1)
    assert.deepInclude(changed[0]?.data, {
      schedule_id: id,
      changes: { new: 1, changed: 3, same: 1, removed: 1 }
    })

    const [subscribe = ""] = commandsOf("The changes of a site in a feed reader")
    const feed = await shown(subscribe, site.url, id)
    assert.match(
      feed,
      /<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">[^]*<title>new: [^<]+<\/title>[^]*href="http:\S+\/storm"/
    )
  })

  it("A large site each day, with few requests", { tags: "long" }, async () => {
    const site = await newSite()
    const [create = ""] = commandsOf("A large site each day, with few requests")
    const id = idIn(await shown(create, site.url))
    const { job } = await client().schedules.get(id)
    assert.deepInclude(job.options, { adaptive: true, sitemaps: true, max_pages: 10_000 })
    assert.strictEqual((await ranTwice(id, site)).status, "done")
  })

  it("From a cron job to a schedule", { tags: "long" }, async () => {
    const site = await newSite()
    const [create = "", run = "", runs = "", changes = ""] = commandsOf("From a cron job to a schedule")
    const id = idIn(await shown(create, site.url))
    await ranTwice(id, site)
    assert.match(await shown(run, site.url, id), /^[0-9a-f]{32}\n$/)
    assert.match(
      await shown(runs, site.url, id),
      /^3 [^]*^2 .* 1 new, 3 changed, 1 same, 1 removed .*\n1 .* not compared /m
    )
    assert.match(await shown(changes, site.url, id), /^2 .* new  http:\S+\/storm$/m)
  })
})
