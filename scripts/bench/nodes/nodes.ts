import { eventsAcross } from "../support/processes/events-across.ts"
import { startNodes } from "../support/processes/nodes-over-postgres.ts"
import type { ServiceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, report, type Row } from "../support/report.ts"
import { politenessOf } from "../support/sites/site-log.ts"

/**
 * Real nodes over one Postgres and real sites, each on an address of its own that stands for a domain:
 * `npm run bench -- nodes [nodes] [pages of the large crawl] [delay in milliseconds] [domains]`. Says from the sites'
 * own log whether every promise of politeness, budget and cancellation holds over the nodes, while one is killed, and
 * while Postgres is away.
 */
const [count = 3, pages = 15_000, delay = 150, domains = 80] = numbersFrom(3, 15_000, 150, 80)
const rows: Array<Row> = []
const failures: Array<string> = []
const expect = (holds: boolean, what: string) => void (holds || failures.push(what))
const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const { nodes, postgres, sites, startNode, stop, url } = await startNodes(
  { count, delay, domains, pages },
  { GLEANER_LOG_LEVEL: "None" },
  { fsync: "on" }
)
const node = (index: number): ServiceProcess => {
  const found = nodes[index % nodes.length]
  if (found === undefined) throw new Error("there is no node")
  return found
}

interface Job {
  readonly id: string
  readonly status: string
  readonly document_count: number
  readonly stats: Readonly<Record<"crawled" | "stored" | "failed" | "skipped" | "duplicates" | "pending", number>>
}
const crawl = async (maxPages: number): Promise<Job> =>
  await (await node(0).call("/v1/crawl", {
    url: sites.seed,
    scope: "any",
    max_pages: maxPages,
    max_depth: 1000,
    dedup: false
  })).json() as Job
const jobAt = async (index: number, id: string): Promise<Job> =>
  await (await node(index).call(`/v1/jobs/${id}`)).json() as Job
const untilOver = async (id: string, each: () => Promise<void> = async () => {}): Promise<Job> => {
  for (let look = 0;; look++) {
    const job = await jobAt(look, id).catch(() => undefined)
    if (job !== undefined && job.status !== "queued" && job.status !== "running" && job.stats !== undefined) return job
    await each()
    await sleep(500)
  }
}
const untilCrawled = async (id: string, wanted: number): Promise<void> => {
  while (((await jobAt(0, id)).stats.crawled ?? 0) < wanted) await sleep(200)
}
const ledgerUrls = (id: string): ReadonlyArray<string> =>
  postgres.sql(url, `SELECT p.url FROM gleaner.ledger p JOIN gleaner.jobs USING (job) WHERE id = '${id}' ORDER BY n`)
const isScrape = (path: string): boolean => path.includes("?")
/** URLs of pages that crawls requested more than once, from this line of the log on. */
const askedTwice = async (from: number): Promise<ReadonlyArray<string>> => {
  const paths = (await sites.requests()).slice(from)
    .filter(({ path }) => path.startsWith("/page/") && !isScrape(path))
    .map(({ domain, path }) => `${domain}${path}`)
  return [...Map.groupBy(paths, (path) => path)].filter(([, same]) => same.length > 1).map(([path]) => path)
}

/** Scrapes of the same sites, through all nodes, while a crawl runs. */
const scraping = () => {
  const state = { isOn: true }
  let answered = 0
  const { hostname, port } = new URL(sites.seed)
  const loop = async (own: number) => {
    for (let round = 0; state.isOn; round++) {
      const address = hostname.replace(/\d+$/, String(1 + (round * 17) % Math.min(200, domains)))
      const response = await node(round).call("/v1/scrape", {
        url: `http://${address}:${port}/page/${round % 50}?scrape=${own}-${round}`
      })
        .catch(() => undefined)
      if (response?.status === 200) answered++
      await response?.arrayBuffer()
    }
  }
  const loops = [1, 2, 3, 4].map(loop)
  return async (): Promise<number> => {
    state.isOn = false
    await Promise.all(loops)
    return answered
  }
}

const phase = async (name: string, run: () => Promise<Row>): Promise<void> => {
  const from = (await sites.requests()).length
  const began = performance.now()
  const row = await run()
  await sleep(300)
  const { gapsBelow, minGap, overlaps, requests } = politenessOf((await sites.requests()).slice(from), delay)
  expect(overlaps === 0, `${name}: ${overlaps} requests overlap`)
  expect(gapsBelow === 0, `${name}: ${gapsBelow} gaps are below the delay`)
  rows.push({
    phase: name,
    seconds: (performance.now() - began) / 1000,
    requests,
    overlaps,
    "gaps below": gapsBelow,
    "least gap ms": minGap,
    ...row
  })
  console.error(`${name}: ${JSON.stringify(rows.at(-1))}`)
}

await phase("crawl, scrapes, a reader that moves", async () => {
  const from = (await sites.requests()).length
  const job = await crawl(pages)
  const stopScraping = scraping()
  const reading = eventsAcross(nodes, job.id, 40)
  const ended = await untilOver(job.id)
  const scraped = await stopScraping()
  const { ids, moves } = await reading
  const urls = ledgerUrls(job.id)
  expect(ended.status === "done", `the crawl is ${ended.status}`)
  expect(ended.stats.crawled === pages, `${ended.stats.crawled} pages were crawled, the budget is ${pages}`)
  expect(new Set(urls).size === urls.length, "a URL has two rows in the ledger")
  expect(
    ids.length === urls.length && ids.every((id, index) => id === index + 1),
    `events: ${ids.length} of ${urls.length}`
  )
  const twice = await askedTwice(from)
  return { pages: ended.stats.crawled, scrapes: scraped, "asked twice": twice.length, "events": ids.length, moves }
})

await phase("a node is killed", async () => {
  const from = (await sites.requests()).length
  const budget = Math.ceil(pages / 5)
  const job = await crawl(budget)
  await untilCrawled(job.id, budget / 4)
  const dead = nodes.pop()
  await dead?.kill()
  const lost = postgres.sql(url, `SELECT url FROM gleaner.leases WHERE node = ${count}`)
  const died = performance.now()
  let takenOver = 0
  const ended = await untilOver(job.id, async () => {
    if (takenOver === 0 && postgres.sql(url, `SELECT 1 FROM gleaner.leases WHERE node = ${count}`).length === 0) {
      takenOver = performance.now() - died
    }
  })
  const urls = ledgerUrls(job.id)
  const lostAndSettled = lost.filter((one) => urls.filter((other) => other === one).length === 1)
  const again = (await askedTwice(from)).filter((path) =>
    !lost.some((one) => one.endsWith(path.slice(path.indexOf("/"))) && one.includes(path.split("/")[0] ?? ""))
  )
  expect(
    ended.stats.crawled === budget,
    `after a death ${ended.stats.crawled} pages were crawled, the budget is ${budget}`
  )
  expect(
    lostAndSettled.length === lost.length,
    `of ${lost.length} lost pages ${lostAndSettled.length} are settled once`
  )
  nodes.push(await startNode())
  return {
    pages: ended.stats.crawled,
    "in flight there": lost.length,
    "settled once": lostAndSettled.length,
    "taken over after s": takenOver / 1000,
    "others asked twice": again.length
  }
})

await phase("Postgres is away for 10 s", async () => {
  const budget = Math.ceil(pages / 5)
  const job = await crawl(budget)
  await untilCrawled(job.id, budget / 4)
  const answers = new Map<number, number>()
  const ask = async (path: string, json?: unknown) => {
    const { status } = await node(1).call(path, json).catch(() => ({ status: 0 }))
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  await postgres.stop()
  const until = performance.now() + 10_000
  while (performance.now() < until) {
    await Promise.all([ask(`/v1/jobs/${job.id}`), ask("/v1/crawl", { url: sites.seed }), ask("/readyz")])
    await sleep(250)
  }
  await postgres.start()
  const back = performance.now()
  while ((await node(0).call("/readyz")).status !== 200) await sleep(50)
  const backAfter = performance.now() - back
  const ended = await untilOver(job.id)
  expect(
    [...answers.keys()].every((status) => status === 503),
    `answers in the outage: ${JSON.stringify([...answers])}`
  )
  expect(
    ended.stats.crawled === budget,
    `after an outage ${ended.stats.crawled} pages were crawled, the budget is ${budget}`
  )
  return { pages: ended.stats.crawled, "503": answers.get(503) ?? 0, "ready again after s": backAfter / 1000 }
})

await phase("a crawl is cancelled", async () => {
  const job = await crawl(pages)
  await untilCrawled(job.id, 200)
  const asked = performance.now()
  const answer = await node(1).call(`/v1/jobs/${job.id}`, undefined, "DELETE")
  const answeredAt = performance.timeOrigin + performance.now()
  const took = performance.now() - asked
  await sleep(2000 + 3 * delay)
  const after = (await sites.requests()).filter(({ begun }) => begun > answeredAt).length
  expect(answer.status === 200, `DELETE answered ${answer.status}`)
  expect(after === 0, `${after} requests came after the answer to DELETE`)
  return { "answered after ms": took, "requests after": after }
})

report(rows)
for (const failure of failures) console.log(`FAILED: ${failure}`)
await stop()
process.exit(failures.length === 0 ? 0 : 1)
