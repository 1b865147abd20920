import { Effect, Result } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { maxLearntChecks } from "../../core/domain/wrapper/Wrapper.ts"
import { compact } from "../../core/kernel/compact.ts"
import { crawlTimeout, RequestContext } from "../../core/kernel/RequestContext.ts"
import { WorkOwner } from "../../core/kernel/slices/MainThread.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import type { LayoutDocument } from "../../extract/works/learn-rules.ts"
import { modelText, modelTextOptions } from "../../page/model-text.ts"
import type { PageReader } from "../../page/PageReader.ts"
import type { PageRequest } from "../../page/PageRequest.ts"
import type { ReadPage } from "../../page/projections.ts"
import type { StoredWrapper, WrapperExample } from "./WrapperStore.ts"

/** A page that was read, as a Document in JSON with `final_url` and `html`. */
interface LayoutPage {
  /** As it was requested. */
  readonly url: string
  readonly document: Uint8Array
  readonly unseen?: ReadPage<"document">["unseen"] & {}
  readonly finalUrl: string
}

/** The page for the process that learns. */
export const documentOf = ({ document, unseen }: LayoutPage): LayoutDocument => ({ document, ...compact({ unseen }) })

interface Reading {
  readonly reader: PageReader["Service"]
  readonly settings: Pick<Settings["Service"], "requestTimeout">
}

/**
 * Reads the pages that rules are learnt from, as a job reads its pages: robots.txt, the turns of the domain and the
 * address policy count. Fails with a reason if an example cannot be used.
 */
export const readExamples = Effect.fnUntraced(function*(
  reading: Reading,
  { id, owner }: StoredWrapper,
  examples: ReadonlyArray<WrapperExample>
) {
  const pages: Array<LayoutPage & { readonly data: unknown }> = []
  let bytes = 0
  for (const [index, { data, url }] of examples.entries()) {
    const name = `Example ${index + 1} (${url})`
    const page = yield* Effect.mapError(readPage(reading, owner, id, url), (reason) => `${name}: ${reason}`)
    bytes += page.document.byteLength
    if (bytes > maxBytes) return yield* Effect.fail(`${name}: the examples are larger than ${maxBytes} bytes together.`)
    pages.push({ ...page, data })
  }
  return pages
})

/** The same for pages that rules are tried on. Pages that cannot be read, and those beyond the limits, are left out. */
export const readChecks = Effect.fnUntraced(function*(
  reading: Reading,
  { id, owner }: StoredWrapper,
  urls: ReadonlyArray<string>
) {
  const pages: Array<LayoutPage> = []
  let bytes = 0
  for (const url of urls) {
    const page = yield* Effect.result(readPage(reading, owner, id, url))
    if (Result.isFailure(page) || bytes + page.success.document.byteLength > maxBytes) continue
    bytes += page.success.document.byteLength
    pages.push(page.success)
    if (pages.length === maxLearntChecks) break
  }
  return pages
})

/** Bytes of the examples, and of the pages for checks. */
const maxBytes = 16 * 1024 * 1024
/** The text of a page for the model. Fails with a reason. */
export const readModelText = Effect.fnUntraced(function*(reading: Reading, { id, owner }: StoredWrapper, url: string) {
  const { document, finalUrl } = yield* readPage(reading, owner, id, url, { url, ...modelTextOptions })
  const text = modelText(document)
  return text === undefined ? yield* Effect.fail("the page is too large for the model.") : { finalUrl, text }
})

const readPage = (
  { reader, settings }: Reading,
  owner: string,
  job: string,
  url: string,
  request: PageRequest = { url, fields: ["final_url", "html"] }
) =>
  reader.read(request, "document").pipe(
    RequestContext.by(owner, "crawl", crawlTimeout(settings.requestTimeout), { job }),
    Effect.provideService(WorkOwner, owner),
    Effect.mapError(reasonOf),
    Effect.flatMap(({ finalUrl, json, status, unseen }) =>
      status >= 400
        ? Effect.fail(badStatus(status))
        : Effect.succeed<LayoutPage>({ url, document: json, finalUrl, ...compact({ unseen }) })
    )
  )

export const badStatus = (status: number): string => `the site answered with the status ${status}.`

export const reasonOf = ({ code, detail }: PageError): string => `${detail} (${code})`
