import { Effect } from "effect"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { documentFrom } from "../../support/page-input.ts"
import {
  addressOf,
  bodyOf,
  type Extracted,
  inputOf,
  type RealPage,
  realPages,
  score
} from "../../support/real-pages.ts"
import { loadPeers, textOf } from "../support/extraction/extraction-peers.ts"

/**
 * Extraction over the shared set of real pages, for us and in the same run for @mozilla/readability and defuddle, both
 * over linkedom: the set's own score by page type and the CPU a page costs. Ours is the whole pipeline, bytes to
 * Document; of the peers only their parse and their extraction are counted. `npm run bench:extraction -- [every Nth
 * page, 1] [systems, gleaner,readability,defuddle]`.
 */
const [every = "1", systems = "gleaner,readability,defuddle", ...options] = process.argv.slice(2)
const pages = realPages().filter((_, index) => index % Number(every) === 0)
/** The first pages pay for the compiler: they are read twice and counted once. */
const warmUp = 30

interface Output {
  readonly extracted: Extracted
  readonly cpu: number
}

type System = (page: RealPage) => Promise<Output>

const timed = async <A>(work: () => A | Promise<A>): Promise<readonly [result: A, cpu: number]> => {
  const started = process.cpuUsage()
  const result = await work()
  const { system, user } = process.cpuUsage(started)
  return [result, (user + system) / 1000]
}

const stages = new Map<string, number>()

const gleaner = await Effect.gen(function*() {
  const extractor = yield* Extractor
  return async (page: RealPage): Promise<Output> => {
    const input = inputOf(page)
    const [extraction, cpu] = await timed(() => Effect.runPromise(extractor.extract(input)))
    const document = documentFrom(extraction)
    for (const { elapsed_ms, name } of document.trace.stages) stages.set(name, (stages.get(name) ?? 0) + elapsed_ms)
    const { author, published_date: date, text, title } = document
    return { extracted: { id: page.id, text, title, author, date }, cpu }
  }
}).pipe(Effect.provide(Extractor.layerInline), Effect.runPromise)

/** The peers over linkedom, loaded only on request, since they are installed separately. */
const peers = async (): Promise<Readonly<Record<string, System>>> => {
  const { Defuddle, parseHTML, Readability } = await loadPeers()
  const source = (page: RealPage): string => new TextDecoder().decode(bodyOf(page))
  return {
    readability: async (page) => {
      const html = source(page)
      const [found, cpu] = await timed(() => new Readability(parseHTML(html).document).parse())
      const { byline, content, publishedTime, title } = found ?? {}
      return { extracted: named(page, textOf(content), title, byline, publishedTime), cpu }
    },
    defuddle: async (page) => {
      const html = source(page)
      const [found, cpu] = await timed(() => Defuddle(parseHTML(html).document, addressOf(page), { useAsync: false }))
      return { extracted: named(page, textOf(found.content), found.title, found.author, found.published), cpu }
    }
  }
}

const named = (
  { id }: RealPage,
  text: string,
  title: string | null | undefined,
  author: string | null | undefined,
  date: string | null | undefined
): Extracted => ({ id, text, title: title ?? "", author: author ?? "", date: date?.slice(0, 10) ?? "" })

const measure = async (name: string, system: System): Promise<void> => {
  for (const page of pages.slice(0, warmUp)) await system(page)
  stages.clear()
  const outputs: Array<Output> = []
  for (const page of pages) {
    outputs.push(await system(page).catch(() => ({ extracted: named(page, "", "", "", ""), cpu: 0 })))
  }
  console.log(`\n${name}`)
  score(outputs.map(({ extracted }) => extracted), options)
  console.log(`CPU ms a page: ${spread(outputs.map(({ cpu }) => cpu))}`)
}

const spread = (costs: ReadonlyArray<number>): string => {
  const sorted = costs.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  const mean = sorted.reduce((sum, cost) => sum + cost, 0) / sorted.length
  return `mean ${mean.toFixed(1)}, median ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`
}

const known: Readonly<Record<string, System>> = {
  gleaner,
  ...(systems === "gleaner" ? {} : await peers())
}
for (const name of systems.split(",")) {
  const system = known[name]
  if (system === undefined) throw new Error(`no such system: ${name}`)
  await measure(name, system)
  if (name === "gleaner") {
    const means = [...stages].filter(([stage]) => stage !== "fetch")
      .map(([stage, total]) => `${stage} ${(total / pages.length).toFixed(2)}`)
    console.log(`of it, in ms of the clock: ${means.join(", ")}`)
  }
}
