import { type CallOptions, type GleanerClient, GleanerError, type Job } from "../../contract/client/index.ts"
import { compact } from "../../core/kernel/compact.ts"
import { earlierCrawl, earlierTime, isCompared } from "./changes.ts"
import { firecrawlDocument, jobOptions } from "./documents.ts"
import type { ScrapeRequest } from "./requests.ts"

/**
 * One page by a job of its own, whose actions are performed once, with its picture, or whose text is compared with that
 * of the scrape before. That one is stored as any job: GLEANER_JOB_RETENTION.
 */
export const scrapeByJob = async (
  client: GleanerClient,
  request: (typeof ScrapeRequest)["Type"],
  call: CallOptions
) => {
  const { max_age_seconds, ...options } = jobOptions(request)
  const isTracked = isCompared(options)
  const since = isTracked ? await earlierCrawl(client, request.url, { ...options, max_depth: 0 }, call) : undefined
  const timeout = request.timeout === undefined ? undefined : AbortSignal.timeout(Math.ceil(request.timeout))
  const limited = compact({
    signal: timeout === undefined
      ? call.signal
      : AbortSignal.any([timeout, ...call.signal === undefined ? [] : [call.signal]])
  })
  // A comparison asks the site for the page.
  const age = isTracked ? undefined : max_age_seconds
  const run = client.batch(compact({ urls: [request.url], since, max_age_seconds: age, ...options }), call)
  const { id } = await run.job
  try {
    const job = await client.jobs.follow(id, limited).ended()
    const page = await pageOf(client, job, request.url, call)
    if (!isTracked) return page
    const [row] = (await client.jobs.ledger(id, { ...call, limit: 1 })).ledger
    const change = row?.change ?? "new"
    return {
      ...page,
      changeTracking: compact({
        changeStatus: change,
        visibility: "visible",
        previousScrapeAt: change === "new" ? undefined : await earlierTime(client, job, call)
      })
    }
  } catch (error) {
    if (timeout?.aborted !== true) throw error
    throw new GleanerError({ ...tooSlow, url: request.url })
  } finally {
    // A cancelled job, and one that no other is compared with, is of no use.
    if (!isTracked || limited.signal?.aborted === true) await client.jobs.delete(id).catch(() => undefined)
  }
}

const tooSlow = {
  code: "upstream_timeout",
  status: 504,
  title: "The page took too long",
  detail: "The page took longer than timeout; raise it."
}

const pageOf = async (client: GleanerClient, { errors, id }: Job, url: string, call: CallOptions) => {
  const [document] = (await client.jobs.documents(id, { ...call, url })).documents
  if (document === undefined) {
    const { code = "fetch_failed", message = "The page could not be read." } = errors.at(-1) ?? {}
    throw new GleanerError({ code, status: 500, title: "The page could not be read", detail: message, url })
  }
  const { picture } = document
  const [, job, n] = /\/jobs\/(\w+)\/pictures\/(\d+)$/.exec(picture?.url ?? "") ?? []
  const { screenshot: _, ...shown } = firecrawlDocument(document)
  return job === undefined || n === undefined
    ? shown
    : { ...shown, screenshot: dataUrl(await client.jobs.picture(job, Number(n), call)) }
}

export const dataUrl = (
  { bytes, content_type }: { readonly bytes: Uint8Array; readonly content_type: string }
): string => `data:${content_type};base64,${Buffer.from(bytes).toString("base64")}`
