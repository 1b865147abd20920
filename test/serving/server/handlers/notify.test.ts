import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Option, Redacted } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { gleanerClient } from "../../../../src/contract/client/index.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { polled } from "../../../support/polled.ts"
import { json } from "../../../support/shapes.ts"
import { type MailBox, readMail, startMailBox } from "../../../support/web/mail-box.ts"
import { startReceiver, type WebhookReceiver } from "../../../support/web/webhook-receiver.ts"

let service: RunningService
let box: MailBox
let receiver: WebhookReceiver
let site: http.Server
let url = ""
let price = 89

const product = () =>
  JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Barometer",
    url: "/a",
    offers: { "@type": "Offer", price: String(price), priceCurrency: "GBP" }
  })

beforeAll(async () => {
  site = http.createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" })
    response.end(
      `<title>A barometer</title><script type="application/ld+json">${product()}</script><main><p>It costs ${price} pounds.</p></main>`
    )
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  box = await startMailBox()
  receiver = await startReceiver()
  const login = { user: "gleaner", password: Redacted.make("p@ss/word") }
  service = await serviceOver({
    browser: Option.some("off"),
    webhookAddresses: ["127.0.0.0/8"],
    webhookPause: Duration.millis(50),
    mailServer: Option.some({ host: "127.0.0.1", port: box.port, isSecure: false, login, from: "gleaner@example.com" })
  })
})
afterAll(async () => {
  await service.stop()
  await box.close()
  receiver.close()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

const client = () => gleanerClient({ baseUrl: service.url, apiKey: keys.first })
const schedule = (more: object) => ({
  name: "Preise \u{1F3B8}",
  cron: "30 2 * * *",
  paused: true,
  job: { url: `${url}/` },
  ...more
})

/** Runs the schedule, and waits until the run is recorded. */
const ran = async (id: string) => {
  const { job_id, n } = await client().schedules.run(id)
  await client().jobs.follow(job_id).ended()
  await polled(
    async () => (await client().schedules.runs(id)).runs.find((run) => run.n === n)?.status,
    (status) => status !== "running"
  )
  return job_id
}

describe("notify", () => {
  it("mails and posts what has changed, and is never part of a response", async () => {
    const secret = `${receiver.url}/s3cret`
    const made = await client().schedules.create(schedule({
      notify: [{ mail: ["ann@example.com"] }, { slack: `${secret}/slack` }, { discord: `${secret}/discord` }, {
        teams: `${secret}/teams`
      }]
    }))
    assert.deepInclude(made, {
      receivers: ["mail", "slack", "discord", "teams"],
      on: ["text", "records"],
      threshold: 0
    })
    await ran(made.id)
    price = 95
    const job = await ran(made.id)
    await box.until(1)
    await receiver.until((arrived) => arrived.length === 3)
    assert.lengthOf(box.arrived, 1)
    const [mail] = box.arrived
    assert.deepStrictEqual(mail?.to, ["ann@example.com"])
    const { parts } = readMail(mail?.source ?? "")
    const text = parts["text/plain"]?.replaceAll("\r\n", "\n") ?? ""
    assert.include(text, "Preise \u{1F3B8}: 1 changed (run 2)")
    assert.include(text, "changed: A barometer\n")
    assert.include(text, "Barometer: price 89 → 95")
    assert.include(text, "-It costs 89 pounds.\n+It costs 95 pounds.")
    assert.include(text, `${service.url}/#/schedules/${made.id}`)
    assert.include(parts["text/html"], "<del>89</del>")
    const bodies = new Map(receiver.arrived.map(({ body, path }) => [path, body]))
    for (const kind of ["slack", "discord", "teams"]) {
      assert.include(bodies.get(`/s3cret/${kind}`), "Barometer: price 89 → 95", kind)
      assert.include(bodies.get(`/s3cret/${kind}`), `${service.url}/#/schedules/${made.id}`, kind)
    }
    const shown = JSON.stringify([
      await client().schedules.get(made.id),
      await client().schedules.list(),
      await client().jobs.get(job),
      await client().jobs.list()
    ])
    assert.notMatch(shown, /s3cret|ann@example/)
    assert.deepStrictEqual(receiver.arrived.filter(({ headers }) => headers["webhook-signature"] !== undefined), [])
    // A message stays the same while nothing else changes.
    await client().schedules.change(made.id, { threshold: 0.5, on: ["records"] })
    const unseen = await service.call(`/v1/schedules/${made.id}`, { method: "PATCH", json: { on: ["picture"] } })
    assert.include(JSON.stringify(await json(unseen)), "\"pointer\":\"/on\"")
    assert.deepInclude(await client().schedules.change(made.id, { name: "Other" }), { threshold: 0.5, on: ["records"] })
    const without = await client().schedules.change(made.id, { notify: null })
    assert.notProperty(without, "receivers")
    assert.notProperty(without, "on")
  })

  it("refuses receivers that it cannot send to, and says what to do", async () => {
    const faults = async (body: object, on = service) => {
      const response = await on.call("/v1/schedules", { json: schedule(body) })
      const { errors, ...problem } = await json(response)
      return [response.status, errors ?? problem["code"]]
    }
    const wrong = async (body: object) => {
      const [status, errors] = await faults(body)
      assert.strictEqual(status, 400, JSON.stringify(body))
      return (errors as ReadonlyArray<{ pointer: string; detail: string }>).map(({ detail, pointer }) =>
        `${pointer} ${detail}`
      )
    }
    assert.match(
      (await wrong({ notify: [{}] })).join(),
      /^\/notify\/0 must be an object with one of mail, slack, discord, teams/
    )
    assert.match(
      (await wrong({ notify: [{ slack: url, teams: url }] })).join(),
      /^\/notify\/0 must be an object with one of/
    )
    assert.match((await wrong({ notify: [] })).join(), /^\/notify /)
    assert.match(
      (await wrong({ notify: [{ mail: ["Ann <ann@example.com>"] }] })).join(),
      /^\/notify\/0\/mail\/0 is not an address/
    )
    assert.match(
      (await wrong({ notify: [{ mail: ["a@example.com\r\nBcc: b@example.com"] }] })).join(),
      /mail\/0 is not an address/
    )
    assert.match(
      (await wrong({ notify: [{ slack: "ftp://hooks.example" }] })).join(),
      /^\/notify\/0\/slack has the scheme ftp/
    )
    assert.match((await wrong({ notify: [{ slak: url }] })).join(), /slak.*slack/)
    assert.match(
      (await wrong({ on: ["text"], threshold: 0.1 })).join(),
      /^\/on says what notify reports; give notify too,\/threshold /
    )
    assert.match(
      (await wrong({ notify: [{ slack: url }], threshold: 2 })).join(),
      /^\/threshold must be a number from 0 to 1/
    )
    assert.match(
      (await wrong({ notify: [{ slack: url }], on: ["txt"] })).join(),
      /^\/on\/0 must be one of text, records, picture/
    )
    const onPicture = { notify: [{ slack: url }], on: ["picture"] }
    assert.match((await wrong(onPicture)).join(), /^\/on has picture, but the job takes none; give job\.pictures/)
    assert.match(
      (await wrong({ ...onPicture, job: { url, pictures: { format: "pdf" } } })).join(),
      /^\/on has picture, but a PDF is not compared; give job\.pictures another format/
    )
    assert.deepStrictEqual(await faults({ notify: [{ slack: "http://10.1.2.3/hook" }] }), [403, "address_blocked"])
    const poor = await serviceOver({})
    try {
      const [status, errors] = await faults({ notify: [{ mail: ["ann@example.com"] }] }, poor)
      assert.deepStrictEqual([status, errors], [400, [{
        pointer: "/notify/0/mail",
        detail: "needs a mail server; the operator of the service sets GLEANER_SMTP"
      }]])
    } finally {
      await poor.stop()
    }
  })
})
