import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { OpenApi } from "effect/http-api"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { referenceContent } from "../../scripts/docs/reference.ts"
import { Api } from "../../src/contract/api/Api.ts"
import { keys, type RunningService, serviceProcess } from "../support/entries/service-process.ts"
import { type ChangingSite, changingSite } from "../support/web/changing-site.ts"
import { type FakeSearxng, startSearxng } from "../support/web/searxng.ts"
import { skipReason } from "../web/render/support/browser.ts"

let site: ChangingSite
let service: RunningService
let searxng: FakeSearxng
let job = ""
let pictured = ""
let schedule = ""
let wrapper = ""
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-reference-"))

/** A finished crawl. */
const crawled = async (more: object): Promise<string> => {
  const { id } = await (await service.call("/v1/crawl", { json: { url: `${site.url}/`, ...more } })).json() as {
    id: string
  }
  await (await service.call(`/v1/jobs/${id}/events`)).text()
  return id
}

beforeAll(async () => {
  site = await changingSite()
  searxng = await startSearxng()
  searxng.pages = [[{ url: `${site.url}/` }]]
  const keyFile = path.join(folder, "secrets-key")
  fs.writeFileSync(keyFile, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 })
  service = await serviceProcess({
    search: Option.some({ engine: "searxng", url: searxng.url }),
    secretsKeyFile: Option.some(keyFile)
  })
  const since = await crawled({ search: true })
  site.change()
  job = await crawled({ since, search: true })
  if (skipReason === "") pictured = await crawled({ pictures: {} })
  const plan = { name: "of the reference", cron: "0 0 1 1 *", job: { url: `${site.url}/` } }
  schedule = (await (await service.call("/v1/schedules", { json: plan })).json() as { id: string }).id
  const schema = { type: "object", properties: { name: { type: "string" } } }
  const examples = [{ url: `${site.url}/`, data: { name: "Tides" } }]
  const made = await service.call("/v1/wrappers", { json: { name: "of the reference", schema, examples } })
  wrapper = (await made.json() as { id: string }).id
})
afterAll(async () => {
  await service.stop()
  await site.close()
  searxng.close()
  fs.rmSync(folder, { recursive: true })
})

interface Command {
  readonly route: string
  readonly text: string
}

/** The command of each route, as the reference shows it. */
const commands: ReadonlyArray<Command> = referenceContent(OpenApi.fromApi(Api)).html.split("<h3 id=\"").slice(1)
  .flatMap((section) => {
    const [, shown = ""] = /<code class="language-sh">([^]*?)<\/code>/.exec(section) ?? []
    const text = shown.replaceAll("&quot;", "\"").replaceAll("&#39;", "'").replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">").replaceAll("&amp;", "&")
    return text === "" ? [] : [{ route: section.split("\"", 1)[0] ?? "", text: text.trim() }]
  })

/** Output of a command, with the addresses of the test, and the status of its response. */
const run = ({ text }: Command): Promise<{ readonly status: number; readonly out: string }> => {
  const here = text.replaceAll("https://example.com", site.url).replaceAll("https://example.org/", `${site.url}/hours`)
    .replaceAll(encodeURIComponent("https://example.com"), encodeURIComponent(site.url))
    .replaceAll("localhost:8080", service.url.replace("http://", ""))
    .replaceAll("a-secret-of-24-characters", keys.first)
    .replaceAll("/v1/schedules/0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6", `/v1/schedules/${schedule}`)
    .replaceAll("7d1e0c9b8a7f4e6d95c4b3a2f1e0d9c8", wrapper)
    .replaceAll("0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6/pictures", `${pictured}/pictures`)
    .replaceAll("0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6", job)
  return new Promise((resolve, reject) =>
    execFile("sh", ["-c", `${here} -w '\\n%{http_code}'`], { cwd: folder }, (error, out) => {
      if (error !== null) return reject(error)
      const at = out.lastIndexOf("\n")
      resolve({ out: out.slice(0, at), status: Number(out.slice(at + 1)) })
    })
  )
}

/** Routes that end the resources of others come last. */
const inOrder = commands.toSorted((one, other) =>
  Number(one.route.startsWith("delete")) - Number(other.route.startsWith("delete"))
)

/** Expected output of some commands. */
const says: Readonly<Record<string, RegExp>> = {
  "get-v1-scrape": /"markdown":"# Tides/,
  "post-v1-discover": /"counts":\{"total":\d/,
  "post-v1-search": /^\{"results":\[\{[^]*"document":\{"title":/,
  "post-v1-batch": /"status":"queued"/,
  "get-v1-jobs-id-diff": /^--- [^]*\+/,
  "get-v1-jobs-id-events": /^event: page\n[^]*id: end\n/m,
  "get-v1-jobs-id-ledger": /"change":"changed"/,
  "get-v1-metrics": /^# HELP gleaner_/m
}

describe("the commands of the API reference", () => {
  it("are there for every route", () => {
    const routes = Object.values(OpenApi.fromApi(Api).paths).flatMap((item) => Object.keys(item))
    assert.lengthOf(commands, routes.length)
  })

  for (const command of inOrder) {
    const needsBrowser = /-screenshot$|-pictures-n$/.test(command.route)
    it.skipIf(needsBrowser && skipReason !== "")(`${command.route} is answered as it says`, async () => {
      const { out, status } = await run(command)
      assert.isTrue(status >= 200 && status < 300, `${status} ${out}`)
      assert.match(out, says[command.route] ?? /^/)
      if (needsBrowser) {
        assert.strictEqual(fs.readFileSync(path.join(folder, "page.webp")).toString("latin1", 8, 12), "WEBP")
      }
    })
  }
})
