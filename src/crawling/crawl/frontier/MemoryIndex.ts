import type { SimilarPage } from "../../../core/domain/job/LedgerRow.ts"
import type { FrontierStep, JoinedRun } from "../../jobs/CrawlJournal.ts"
import { namesAtOnce } from "../model/frontier-bounds.ts"
import type { Origin } from "../model/Frontier.ts"
import { isCursor } from "../model/SitemapCursor.ts"
import type { VisitRecord } from "../model/VisitRecord.ts"
import type { SettledUrl } from "../settle/page-end.ts"
import { Referrers } from "../settle/Referrers.ts"
import type { CrawlIndex } from "../settle/Settlement.ts"
import { type OriginalPage, SimilarPages } from "../settle/SimilarPages.ts"
import type { UrlQueue } from "./UrlQueue.ts"

/** The URLs and texts of a crawl in memory. It collects the changes by each visit, which can be replayed. */
export class MemoryIndex implements CrawlIndex {
  private readonly queue: UrlQueue
  private readonly keepsSteps: boolean
  /** The first page of each text, by its hash: about 200 bytes. */
  private readonly texts = new Map<string, string>()
  private readonly similar = new SimilarPages(maxOriginals)
  private readonly referrers = new Referrers()
  private enqueued: Array<{ readonly depth: number; readonly foundOn: string; readonly urls: Array<string> }> = []
  private linked: Array<number> = []
  private linksToFailed: Array<string> = []
  /** Entries of the queue that are not pages. */
  private cursors = 0
  /** Names replayed so far. After every `namesAtOnce` of them, `replay` yields to other work. */
  private names = 0

  constructor(queue: UrlQueue, keepsSteps: boolean) {
    this.queue = queue
    this.keepsSteps = keepsSteps
  }

  knowsUrl(name: string): boolean {
    return this.queue.knows(name)
  }

  pageWithText(hash: string): string | undefined {
    return this.texts.get(hash)
  }

  similarTo(near: string): SimilarPage | undefined {
    return this.similar.find(near)
  }

  addAlias(name: string): void {
    this.queue.addAlias(name)
  }

  addText(hash: string, page: string): void {
    if (!this.texts.has(hash)) this.texts.set(hash, page)
  }

  addSimilar(page: OriginalPage): void {
    this.similar.add(page)
  }

  enqueue(name: string, url: URL, origin: Origin): boolean {
    const seq = this.queue.end
    if (this.queue.add(name, url, origin) === "full") return false
    if (isCursor(name)) this.cursors++
    else this.referrers.enqueued(name, seq, origin.foundOn)
    if (!this.keepsSteps) return true
    const run = this.enqueued.at(-1)
    if (run?.foundOn === origin.foundOn && run.depth === origin.depth) run.urls.push(name)
    else this.enqueued.push({ ...origin, urls: [name] })
    return true
  }

  addReferrer(name: string, page: string): void {
    const seq = this.referrers.linked(name, page)
    if (seq !== undefined && this.keepsSteps) this.linked.push(seq)
    if (this.referrers.hasFailed(name)) this.linksToFailed.push(name)
  }

  settled({ entry, seq, url }: VisitRecord, isFailed: boolean): SettledUrl {
    this.queue.done(seq)
    if (isCursor(entry ?? url)) this.cursors--
    const { linksToFailed } = this
    this.linksToFailed = []
    return { pending: this.queue.size - this.cursors, referrers: this.referrers.done(url, isFailed), linksToFailed }
  }

  /** The changes since the last call. */
  takeChanges(): Pick<FrontierStep, "joined" | "linked"> {
    const { enqueued: joined, linked } = this
    this.enqueued = []
    this.linked = []
    return { joined, linked }
  }

  /** Repeats the changes of a step. `isSettled`: whether the URL at this place was settled by an earlier process. */
  *replay(step: FrontierStep, isSettled: (seq: number) => boolean): Generator<void, void> {
    for (const url of step.marks) this.queue.addAlias(url)
    if (step.text !== "") this.addText(step.text, step.url)
    if (step.near !== undefined) this.similar.add({ near: step.near, url: step.url })
    for (const run of step.joined) yield* this.replayRun(run, isSettled)
    // Steps of an older version lack it.
    for (const seq of step.linked ?? []) {
      const url = this.queue.urlAt(seq)
      if (url !== undefined) this.referrers.linked(url, step.url)
    }
    this.referrers.done(step.url, step.isFailed)
  }

  private *replayRun({ urls, ...origin }: JoinedRun, isSettled: (seq: number) => boolean): Generator<void, void> {
    for (const url of urls) {
      if (++this.names % namesAtOnce === 0) yield
      const seq = this.queue.end
      if (isSettled(seq)) {
        this.queue.addSettled(url, origin)
        continue
      }
      this.queue.add(url, { hostname: hostnameOf(url) }, origin)
      if (isCursor(url)) this.cursors++
      else this.referrers.enqueued(url, seq, origin.foundOn)
    }
  }
}

/** About 200 bytes each. Further pages are compared with these. */
const maxOriginals = 200_000

/** The hostname of a URL in canonical form, without parsing the URL. */
const hostnameOf = (url: string): string => {
  const start = url.indexOf("//") + 2
  const end = url.indexOf("/", start)
  const host = url.slice(start, end < 0 ? undefined : end)
  const port = host.indexOf(":", host.indexOf("]") + 1)
  return port < 0 ? host : host.slice(0, port)
}
