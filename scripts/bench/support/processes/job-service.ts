import { type Context, Duration, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { spawn } from "node:child_process"
import * as http from "node:http"
import { crawlDefaults } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { CrawlJournal } from "../../../../src/crawling/jobs/CrawlJournal.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { Service } from "../../../../src/Gleaner.ts"
import { listeningAt } from "../../../../src/serving/server/Server.ts"

const secret = "key-of-the-bench-00000001"

/** The service in this process, with its store at hand. */
export interface BenchService {
  readonly url: string
  readonly store: JobStore["Service"]
  readonly journal: CrawlJournal["Service"]
  readonly call: (path: string, body?: object, method?: string) => Promise<Response>
  readonly stop: () => Promise<void>
}

export const serviceOver = async (
  overrides: Parameters<typeof Settings.layerWith>[0] = {}
): Promise<BenchService> => {
  const scope = Scope.makeUnsafe()
  const settings = Settings.layerWith({
    port: 0,
    allowAddresses: ["127.0.0.0/8"],
    domainDelay: Duration.zero,
    rateLimit: 1_000_000,
    ledgerPages: 1_000_000,
    // The jobs filled here are not crawled.
    maxRunningCrawls: 0,
    apiKeys: [{ name: "bench", secret: Redacted.make(secret) }],
    logLevel: "None",
    ...overrides
  })
  const context = await Effect.runPromise(Layer.buildWithScope(Service.pipe(Layer.provide(settings)), scope))
  // The layer provides everything that these two need.
  const services = context as Context.Context<never>
  const run = <A>(effect: Effect.Effect<A, never, JobStore | CrawlJournal>) =>
    Effect.runPromise(Effect.provideContext(effect, services) as Effect.Effect<A>)
  const url = await Effect.runPromise(Effect.provideContext(listeningAt, services) as Effect.Effect<string>)
  return {
    url,
    store: await run(JobStore),
    journal: await run(CrawlJournal),
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
    call: (path, body, method = body === undefined ? "GET" : "POST") =>
      fetch(url + path, {
        method,
        headers: { "x-api-key": secret, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
  }
}

const words = "harbour tide lamp keeper rope storm glass paper north rain stone light cape boat knot sail gull shore"
  .split(" ")

/** A finished job with this number of documents of about `size` bytes each, which compress like prose. */
export const filledJob = (service: BenchService, documents: number, size: number): Promise<string> =>
  Effect.runPromise(
    Effect.gen(function*() {
      const { journal, store } = service
      const options = {
        ...crawlDefaults,
        max_pages: 1,
        max_depth: 0,
        scope: "any",
        dedup: false
      } as const
      const { id } = yield* store.create("bench", "http://bench.example/", options)
      let state = 1
      const word = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return `${words[(state >>> 16) % words.length]}${(state >>> 8) % 50}`
      }
      for (let index = 0; index < documents; index++) {
        const url = `http://bench.example/${index}`
        let text = ""
        while (text.length < size) text += `${word()} `
        const end = {
          row: { url, outcome: "stored", code: "", status: 200, depth: 1, found_on: "", elapsed_ms: 1 },
          change: { crawled: 1, stored: 1 },
          pending: 0,
          errors: [],
          linksToFailed: [],
          document: new TextEncoder().encode(JSON.stringify({ url, text }))
        } as const
        const step = {
          seq: index,
          url,
          isFailed: false,
          isLost: false,
          spends: true,
          marks: [],
          text: "",
          joined: [],
          linked: []
        }
        yield* journal.write(id, [{ end, step: { ...step, base: undefined } }])
      }
      yield* store.finish(id, "done")
      return id
    }).pipe(Effect.orDie)
  )

/** Reads an answer in a process of its own and says when it came. */
export const client = (url: string, accept: string) =>
  new Promise<{ readonly bytes: number; readonly first: number; readonly total: number }>((resolve, reject) => {
    // The first fetch of a process loads the client; that is not the answer's time.
    const script = `
      await (await fetch(${JSON.stringify(new URL("/healthz", url).href)})).text()
      const started = performance.now()
      let first = 0, bytes = 0
      const response = await fetch(${JSON.stringify(url)}, { headers: { "x-api-key": ${
      JSON.stringify(secret)
    }, accept: ${JSON.stringify(accept)} } })
      for await (const chunk of response.body) { first ||= performance.now() - started; bytes += chunk.length }
      console.log(JSON.stringify({ bytes, first, total: performance.now() - started }))`
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let out = ""
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
    child.on(
      "close",
      (code) => code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`the client ended with ${code}`))
    )
  })

/** A reader that takes the first bytes and then no more. */
export const stalledReader = (url: string): Promise<http.IncomingMessage> =>
  new Promise((resolve) => {
    http.get(url, { headers: { "x-api-key": secret }, agent: false }, (response) => {
      response.once("readable", () => resolve(response))
    })
  })
