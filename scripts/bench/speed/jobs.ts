import { Duration } from "effect"
import { fork, spawn } from "node:child_process"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { type BenchService, client, filledJob, serviceOver, stalledReader } from "../support/processes/job-service.ts"

/**
 * Costs of jobs, and their guarantees under load: `npm run bench -- jobs [poll|stream|offer|cancel ...]`, by default
 * all of these; `npm run bench -- jobs soak MINUTES`. Each part runs in a separate process with a heap of 1 GiB, and
 * its clients in another one.
 */
const mebibyte = 1024 * 1024

const parts: Readonly<Record<string, () => Promise<void>>> = {
  /** Polls of a job with 10,000 documents and of one with none, in turns. */
  poll: async () => {
    const service = await serviceOver()
    const full = await filledJob(service, 10_000, 1000)
    const empty = await filledJob(service, 0, 0)
    const times: Record<string, Array<number>> = { full: [], empty: [] }
    for (let round = 0; round < 3000; round++) {
      for (const [name, id] of [["full", full], ["empty", empty]] as const) {
        const started = performance.now()
        await (await service.call(`/v1/jobs/${id}`)).arrayBuffer()
        if (round >= 500) times[name]?.push(performance.now() - started)
      }
    }
    const median = (name: string) => quantile(times[name] ?? [], 0.5)
    console.log(
      `poll: ${median("full").toFixed(3)} ms with 10,000 documents, ${
        median("empty").toFixed(3)
      } ms with none (medians of 2,500),`,
      `ratio ${(median("full") / median("empty")).toFixed(2)}; p99 ${
        quantile(times["full"] ?? [], 0.99).toFixed(2)
      } and ${quantile(times["empty"] ?? [], 0.99).toFixed(2)} ms`
    )
    await service.stop()
  },

  /** documents=true, JSON Lines and five slow readers of a job of 500 MB. */
  stream: async () => {
    const service = await serviceOver()
    const id = await filledJob(service, 10_000, 50_000)
    const job = (await (await service.call(`/v1/jobs/${id}`)).json()) as { document_count: number }
    globalThis.gc?.()
    const resting = process.memoryUsage().rss
    console.log(`stream: ${job.document_count} documents held, ${mib(resting)} MiB resident`)
    for (
      const [name, path, accept] of [
        ["documents=true", `/v1/jobs/${id}?documents=true`, "application/json"],
        ["JSON Lines", `/v1/jobs/${id}/documents`, "application/x-ndjson"]
      ] as const
    ) {
      const peak = watchMemory()
      const { bytes, first, total } = await client(service.url + path, accept)
      console.log(
        `stream: ${name}: ${(bytes / 1e6).toFixed(0)} MB in ${(total / 1000).toFixed(1)} s, first byte after ${
          first.toFixed(1)
        } ms, resident memory at most ${mib(peak() - resting)} MiB more`
      )
    }
    const peak = watchMemory()
    const stalled = await Promise.all(
      Array.from({ length: 20 }, () => stalledReader(`${service.url}/v1/jobs/${id}?documents=true`))
    )
    await sleep(3000)
    console.log(`stream: 20 readers that have stopped reading hold ${mib(peak() - resting)} MiB`)
    for (const reader of stalled) reader.destroy()
    await service.stop()
  },

  /** 200 crawls offered to a limit of 16. */
  offer: async () => {
    const site = await startSite(20, 20)
    const service = await serviceOver({ maxCrawls: 16, maxRunningCrawls: 4 })
    const offer = (index: number) => service.call("/v1/crawl", { url: `${site.url}/${index}/0`, max_pages: 20 })
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => offer(index)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    console.log(`offer: of 200 crawls ${count(202)} were taken and ${count(429)} answered 429`)
    const refusals = await Promise.all(answers.map(async (answer, index) => {
      if (answer.status === 202) return 0
      let refused = 1
      let retryAfter = Number(answer.headers.get("retry-after"))
      for (;;) {
        await sleep(retryAfter * 1000)
        const again = await offer(index)
        if (again.status === 202) return refused
        refused++
        retryAfter = Number(again.headers.get("retry-after"))
      }
    }))
    const waits = refusals.filter((times) => times > 0)
    await settled(service, 200)
    console.log(
      `offer: waiting as told once was enough for ${
        waits.filter((times) => times === 1).length
      } of ${waits.length}, at most ${Math.max(...waits)} times; all 200 crawls ended done`
    )
    await service.stop()
    site.close()
  },

  /** 100 running crawls, cancelled at once. */
  cancel: async () => {
    const site = await startSite(1000, 300)
    const service = await serviceOver({ maxCrawls: 100, maxRunningCrawls: 100 })
    // Warm up: the first look-up and the first connection of the service are not costs of a crawl.
    await service.call("/v1/scrape", { url: `${site.url}/warm/0` })
    await sleep(6000)
    const before = resources()
    const ids: Array<string> = []
    for (let index = 0; index < 100; index++) {
      const job = await service.call("/v1/crawl", { url: `${site.url}/${index}/0`, max_pages: 10_000 })
      ids.push(((await job.json()) as { id: string }).id)
    }
    while (new Set((await site.seen()).log.map(({ crawl }) => crawl)).size < 101) await sleep(50)
    const answered = await Promise.all(ids.map(async (id) => {
      const response = await service.call(`/v1/jobs/${id}`, undefined, "DELETE")
      const { status } = (await response.json()) as { status: string }
      return { at: now(), status }
    }))
    // Wait until the keep-alive connections of the clients have been closed.
    await sleep(8000)
    const { log, open } = await site.seen()
    const late = log.filter(({ at, crawl }) => at > (answered[Number(crawl)]?.at ?? Infinity))
    const cancelled = answered.filter(({ status }) => status === "cancelled").length
    console.log(
      `cancel: ${cancelled} of 100 running crawls cancelled after ${log.length} requests; ${late.length} requests began after the answer${
        late.map(({ at, crawl }) => ` (${(at - (answered[Number(crawl)]?.at ?? 0)).toFixed(1)} ms)`).join("")
      }; ${open} connections to the site are open`
    )
    console.log(`cancel: what keeps the process busy, before: ${before}; after: ${resources()}`)
    await service.stop()
    site.close()
  }
}

/** Crawls without a pause, with a retention of 20 seconds. Samples the memory once a minute, after a collection. */
const soak = async (minutes: number): Promise<void> => {
  const site = await startSite(60, 5)
  const service = await serviceOver({
    maxCrawls: 8,
    maxRunningCrawls: 4,
    jobRetention: Duration.seconds(20),
    storeBytes: 64 * mebibyte,
    cacheBytes: 16 * mebibyte
  })
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 60_000
  let crawls = 0
  const caller = async () => {
    while (elapsed() < minutes) {
      const answer = await service.call("/v1/crawl", { url: `${site.url}/${crawls++}/0`, max_pages: 60 })
      const { id } = (await answer.json()) as { id: string }
      await (await service.call(`/v1/jobs/${id}/events`)).arrayBuffer()
      await (await service.call(`/v1/jobs/${id}?documents=true`)).arrayBuffer()
    }
  }
  const callers = Promise.all(Array.from({ length: 6 }, caller))
  for (let minute = 1; minute <= minutes; minute++) {
    while (elapsed() < minute) await sleep(500)
    globalThis.gc?.()
    const { external, heapUsed, rss } = process.memoryUsage()
    console.log(
      `soak: minute ${minute}: ${crawls} crawls begun, ${mib(heapUsed)} MiB of heap, ${mib(external)} MiB outside, ${
        mib(rss)
      } MiB resident`
    )
  }
  await callers
  await sleep(60_000)
  globalThis.gc?.()
  const { external, heapUsed } = process.memoryUsage()
  console.log(`soak: after eviction ${mib(heapUsed)} MiB of heap, ${mib(external)} MiB outside; ${resources()}`)
  await service.stop()
  site.close()
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const watchMemory = () => {
  let peak = process.memoryUsage().rss
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  return () => {
    clearInterval(timer)
    return peak
  }
}

interface Access {
  readonly crawl: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

const now = (): number => performance.timeOrigin + performance.now()

/**
 * The site, in a process of its own: /CRAWL/PAGE links to the next pages of its crawl; every page takes `delay`
 * milliseconds.
 */
const serveSite = (pages: number, delay: number): void => {
  const log: Array<Access> = []
  let open = 0
  const server = http.createServer((request, response) => {
    const [, crawl = "", page = ""] = (request.url ?? "").split("/")
    if (crawl === "robots.txt") return void response.writeHead(404).end()
    log.push({ crawl, at: now() })
    const links = Array.from({ length: 20 }, (_, index) => Number(page) * 20 + index + 1).filter((next) => next < pages)
    const timer = setTimeout(() => {
      response.writeHead(200, { "content-type": "text/html" })
      response.end(
        `<title>${page}</title><p>Page ${crawl} ${page}</p>${
          links.map((next) => `<a href="/${crawl}/${next}">next</a>`).join("")
        }`
      )
    }, delay)
    response.on("close", () => clearTimeout(timer))
  })
  server.on("connection", (socket) => {
    open++
    socket.on("close", () => open--)
  })
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on("message", () => process.send?.({ log, open }))
}

const startSite = async (pages: number, delay: number) => {
  const child = fork(import.meta.filename, ["--part=site", String(pages), String(delay)])
  const answer = <A>() => new Promise<A>((resolve) => child.once("message", (message) => resolve(message as A)))
  const { port } = await answer<{ port: number }>()
  return {
    url: `http://127.0.0.1:${port}`,
    seen: () => {
      const seen = answer<{ log: ReadonlyArray<Access>; open: number }>()
      child.send("seen")
      return seen
    },
    close: () => child.kill()
  }
}

/** Waits for the end of all jobs, each of which has to be done. */
const settled = async (service: BenchService, jobs: number): Promise<void> => {
  for (let done = 0; done < jobs;) {
    done = 0
    for (let after = "", more = true; more;) {
      const page = (await (await service.call(`/v1/jobs?limit=100${after}`)).json()) as {
        jobs: ReadonlyArray<{ status: string }>
        next_cursor: string
        has_more: boolean
      }
      const bad = page.jobs.find(({ status }) => status === "failed" || status === "cancelled")
      if (bad !== undefined) throw new Error(`a crawl ended ${bad.status}`)
      done += page.jobs.filter(({ status }) => status === "done").length
      more = page.has_more
      after = `&after=${page.next_cursor}`
    }
    await sleep(200)
  }
}

const resources = (): string => {
  const counts = new Map<string, number>()
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted().map(([name, count]) => `${count} ${name}`).join(", ")
}

const quantile = (values: ReadonlyArray<number>, q: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * q)] ?? NaN

const mib = (bytes: number): string => (bytes / mebibyte).toFixed(0)

const [first, ...rest] = process.argv.slice(2)
if (first === "--part=site") serveSite(Number(rest[0]), Number(rest[1]))
else if (first === "--part=soak") await soak(Number(rest[0]))
else if (first?.startsWith("--part=")) {
  await parts[first.slice("--part=".length)]?.()
} else {
  const runs = first === undefined ? Object.keys(parts) : first === "soak" ? [first] : [first, ...rest]
  for (const name of runs) {
    const flags = ["--max-old-space-size=1024", "--expose-gc", import.meta.filename, `--part=${name}`, ...rest]
    await new Promise((resolve) => spawn(process.execPath, flags, { stdio: "inherit" }).on("close", resolve))
  }
}
