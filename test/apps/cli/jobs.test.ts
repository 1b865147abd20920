import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { jobTable, jobText } from "../../../src/apps/cli/commands/jobs/job-text.ts"
import { ServiceJobs } from "../../../src/apps/cli/commands/jobs/ServiceJobs.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { commandHere } from "../../support/entries/command-here.ts"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"

const live = serviceOverSite()

const both = [{ name: "first", secret: keys.first }, { name: "second", secret: keys.second }]

/** Runs the command with these keys and this --url. */
const asked = <A, E>(
  use: (jobs: ServiceJobs["Service"]) => Effect.Effect<A, E>,
  { given = both, url = live.service.url }: { readonly given?: typeof both; readonly url?: string } = {}
) => {
  const apiKeys = given.map(({ name, secret }) => ({ name, secret: Redacted.make(secret) }))
  const layer = ServiceJobs.layer(Option.some(url)).pipe(Layer.provide(Settings.layerWith({ apiKeys })))
  return Effect.flatMap(ServiceJobs, use).pipe(Effect.provide(layer))
}

const crawled = (path: string, key: string) =>
  Effect.promise(async () => String((await live.crawled({ url: live.site.url + path, max_pages: 1 }, { key }))["id"]))

const unknown = "0".repeat(32)

describe("gleaner jobs", () => {
  it.live("lists the newest jobs of all its keys in columns", () =>
    Effect.gen(function*() {
      const first = yield* crawled("/articles/tide", keys.first)
      yield* Effect.promise(() => live.ended(first))
      const second = yield* crawled("/slow", keys.second)
      const { jobs, total } = yield* asked(({ list }) => list(20))
      const table = jobTable(jobs).split("\n")
      assert.match(table[0] ?? "", /^id +status +crawled +stored +pending +created +key +url$/)
      assert.match(table[1] ?? "", new RegExp(`^${second}  \\w+ .+  second  http\\S+/slow$`))
      assert.match(table[2] ?? "", new RegExp(`^${first}  done +1 +1 +0 .+  first +http\\S+/articles/tide$`))
      assert.strictEqual(total, jobs.length)
      const newest = yield* asked(({ list }) => list(1))
      assert.deepStrictEqual(newest, { jobs: jobs.slice(0, 1), total })
      yield* asked((jobs) => jobs.delete(second))
    }))

  it.live("shows, cancels and deletes a job of any of its keys", () =>
    Effect.gen(function*() {
      const id = yield* crawled("/slow", keys.second)
      const shown = jobText(yield* asked(({ show }) => show(id)))
      assert.match(
        shown,
        new RegExp(`^job +${id}\nkey +second\nurl +http\\S+/slow\nstatus +\\w+\ncreated .+\nfinished +not yet\n`)
      )
      const cancelled = yield* asked(({ cancel }) => cancel(id))
      assert.deepStrictEqual([cancelled.key, cancelled.job.status], ["second", "cancelled"])
      assert.strictEqual((yield* asked(({ show }) => show(id))).job.status, "cancelled")
      assert.strictEqual((yield* asked((jobs) => jobs.delete(id))).job.status, "cancelled")
      const gone = yield* Effect.flip(asked(({ show }) => show(id)))
      assert.match(gone.message, new RegExp(`no key in GLEANER_API_KEYS has a job ${id}; gleaner jobs list shows`))
    }))

  it.live("deletes a crawl that runs: it is stopped first", () =>
    Effect.gen(function*() {
      const id = yield* crawled("/slow", keys.first)
      yield* asked((jobs) => jobs.delete(id))
      const answers = yield* Effect.promise(() =>
        Promise.all(["", "/documents", "/ledger"].map((part) => live.service.call(`/v1/jobs/${id}${part}`)))
      )
      assert.deepStrictEqual(answers.map(({ status }) => status), [404, 404, 404])
    }))

  it.live("reports in one line a missing service or key", () =>
    Effect.gen(function*() {
      const wrong = [{ name: "x", secret: "wrong-key-0123456789abcdef" }]
      const faults: ReadonlyArray<readonly [Parameters<typeof asked>[1], code: number, line: RegExp]> = [
        [{ given: [] }, 2, /^gleaner jobs needs a key of the service: set GLEANER_API_KEYS/],
        [{ given: wrong }, 1, /^the service at http:\S+ does not know a key of GLEANER_API_KEYS$/],
        [
          { url: "http://127.0.0.1:9" },
          1,
          /^no Gleaner service answers at http:\/\/127.0.0.1:9; start one, or give its URL/
        ],
        [{ url: live.site.url }, 1, /^no Gleaner service answers at/]
      ]
      for (const [at, code, line] of faults) {
        for (const ask of [asked(({ list }) => list(1), at), asked((jobs) => jobs.delete(unknown), at)]) {
          const error = yield* Effect.flip<unknown, unknown, never>(ask)
          assert.deepInclude(error, { _tag: "CommandFailed", code })
          assert.match(String((error as Error).message), line)
        }
      }
    }))

  it("is a command: JSON for programs, exit codes, one line of error", async () => {
    const environment = { GLEANER_PORT: new URL(live.service.url).port, GLEANER_API_KEYS: `first:${keys.first}` }
    const run = (...args: ReadonlyArray<string>) => commandHere(["jobs", ...args], { environment })
    const { id } = await live.crawled({ url: `${live.site.url}/articles/tide`, max_pages: 1, search: true })
    await live.ended(id)
    const [listed, templates, table, cancelled, wrong, found, passages, none] = await Promise.all([
      run("list", "--json"),
      run("templates", String(id), "--json"),
      run("templates", String(id)),
      run("cancel", String(id)),
      run("show", "x"),
      run("search", String(id), "why", "are", "there", "tides?", "--limit", "1"),
      run("search", String(id), "tides", "--json", "--max-tokens", "2000"),
      run("search", String(id), "volcano")
    ])
    assert.deepInclude(JSON.parse(listed.out.split("\n")[0] ?? ""), { key: "first", id, status: "done" })
    assert.deepInclude(JSON.parse(templates.out), { pages: 1, url_pattern: `${live.site.url}/articles/tide` })
    assert.match(table.out, /^template +pages +share +url pattern +records +fields\n\w{16} +1 +100 % +http.* title, /)
    assert.deepStrictEqual(cancelled, {
      code: 0,
      out: `${id} done ${live.site.url}/articles/tide\n`,
      err: "gleaner: the job had ended before: done\n"
    })
    assert.match(found.out, /^How tides .*\nhttp\S+\/articles\/tide#:~:text=\S+\n\n[^]*tides/i)
    assert.strictEqual(new URL(JSON.parse(passages.out.split("\n")[0] ?? "").url).pathname, "/articles/tide")
    assert.deepStrictEqual(none, { code: 0, out: "", err: "gleaner: no stored page has these words\n" })
    assert.deepStrictEqual(wrong, {
      code: 2,
      out: "",
      err: "gleaner: \"x\" is not the id of a job, which has 32 hexadecimal digits.\n"
    })
  })
})
