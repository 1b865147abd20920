import { signal } from "@preact/signals"
import { useEffect, useState } from "preact/hooks"
import type { ScrapeRequest } from "../../../contract/client/index.ts"
import { Code } from "../options/Code.tsx"
import { scrapeFields } from "../options/form-fields.ts"
import { OptionFields } from "../options/OptionFields.tsx"
import { readOptions, type Values } from "../options/read-options.ts"
import { go, route } from "../route.ts"
import { client } from "../session.ts"
import { Problem } from "../ui/Problem.tsx"
import { UrlField } from "../ui/UrlField.tsx"
import { View } from "../ui/View.tsx"
import { DocumentView } from "./DocumentView.tsx"
import { keepResult, keptResult } from "./kept-result.ts"
import type { Page } from "./page.ts"

interface Scraped {
  readonly request: ScrapeRequest
  readonly page: Page | undefined
  readonly error: unknown
}

/** The form and the results stay while another view is open. */
const form = signal<{ readonly url: string; readonly values: Values }>({ url: "", values: {} })
const result = signal<Scraped | undefined>(undefined)
/** Earlier results, newest first, one for each URL. */
const recent = signal<ReadonlyArray<Scraped>>([])
const maxRecent = 8
let running: AbortController | undefined
const isBusy = signal(false)

const scrape = async (request: ScrapeRequest): Promise<void> => {
  running?.abort()
  const controller = running = new AbortController()
  isBusy.value = true
  try {
    const page = await client.scrape(request, { signal: controller.signal })
    const scraped = result.value = { request, page, error: undefined }
    const others = recent.value.filter((other) => other.request.url !== request.url)
    recent.value = [scraped, ...others].slice(0, maxRecent)
    keepResult({ request, page })
  } catch (error) {
    if (!controller.signal.aborted) result.value = { request, page: undefined, error }
  } finally {
    if (running === controller) isBusy.value = false
  }
}

/** After a reload, the result that the session had last. */
const restore = (): void => {
  if (recent.value.length > 0) return
  const kept = keptResult()
  if (kept === undefined) return
  recent.value = [{ ...kept, error: undefined }]
  if (route.value.query.get("url") === null) {
    result.value = recent.value[0]
    form.value = { ...form.value, url: kept.request.url }
  }
}

export const ScrapeView = () => {
  const { url, values } = form.value
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const asked = route.value.query.get("url")
  // Do not scrape without a click: any site may link here with a URL. Back shows what this session has scraped.
  useEffect(() => {
    restore()
    if (asked === null || asked === form.value.url) return
    form.value = { ...form.value, url: asked }
    result.value = recent.value.find(({ request }) => request.url === asked)
  }, [asked])

  const start = (url: string, options: object) => {
    form.value = { url, values }
    const job = url === asked ? route.value.query.get("job") : null
    go(`scrape?${new URLSearchParams({ url, ...(job === null ? {} : { job }) })}`)
    void scrape({ url, ...options })
  }

  const submit = (event: Event) => {
    event.preventDefault()
    const { faults, options } = readOptions(scrapeFields, values)
    setFaults(faults)
    if (Object.keys(faults).length > 0) return
    start(url.trim(), options)
  }

  return (
    <View title="Scrape" lead="One page, fetched politely and read: content, metadata, links, tables and records.">
      <form class="card" onSubmit={submit}>
        <div class="ask">
          <UrlField value={url} onChange={(url) => (form.value = { url, values })} />
          {isBusy.value
            ? <button type="button" class="secondary" onClick={() => running?.abort()}>Stop</button>
            : <button type="submit">Scrape</button>}
        </div>
        <OptionFields
          fields={scrapeFields}
          values={values}
          faults={faults}
          onChange={(values) => (form.value = { url, values })}
        />
        {url.trim() !== "" && (
          <Code path="/v1/scrape" body={() => ({ url: url.trim(), ...readOptions(scrapeFields, values).options })} />
        )}
      </form>
      <div aria-live="polite">
        {isBusy.value && <p class="working" aria-busy="true">Fetching and reading the page</p>}
      </div>
      {!isBusy.value && <Result asked={asked} onScrape={(url) => start(url, {})} />}
      <Recent />
    </View>
  )
}

/** Sites that were made to be scraped, and an encyclopedia. */
const examples = [
  ["https://en.wikipedia.org/wiki/Tide", "An article", "text, tables, images"],
  ["https://books.toscrape.com/", "A shop", "products as records"],
  ["https://quotes.toscrape.com/js/", "A page that needs JavaScript", "rendered in a browser"]
] as const

const Result = ({ asked, onScrape }: {
  /** URL of the address. */
  readonly asked: string | null
  readonly onScrape: (url: string) => void
}) => {
  const last = result.value
  if (last === undefined && asked !== null) {
    return (
      <section class="empty">
        <h2>Not scraped yet</h2>
        <p>This tab has no result of {asked}, and a link does not start a request.</p>
        <p>
          <button type="button" onClick={() => onScrape(asked)}>Scrape this page</button>
        </p>
      </section>
    )
  }
  if (last === undefined) {
    return (
      <section class="empty">
        <h2>Nothing scraped yet</h2>
        <p>Enter the URL of a page, or try one of these:</p>
        <ul class="examples">
          {examples.map(([url, name, shows]) => (
            <li key={url}>
              <button type="button" class="example" onClick={() => onScrape(url)}>
                <strong>{name}</strong>
                <span>{shows}</span>
                <small>{new URL(url).host}</small>
              </button>
            </li>
          ))}
        </ul>
      </section>
    )
  }
  if (last.page === undefined) return <Problem error={last.error} />
  return <DocumentView key={last.request.url} page={last.page} request={last.request} />
}

/** The other results of this session. */
const Recent = () => {
  const others = recent.value.filter(({ request }) => request.url !== result.value?.request.url)
  return others.length > 0 && (
    <nav class="recent" aria-label="Recent scrapes">
      <h2>Recent</h2>
      <ul class="plain">
        {others.map(({ page, request }) => (
          <li key={request.url}>
            <a href={`#/scrape?url=${encodeURIComponent(request.url)}`}>{page?.title || request.url}</a>{" "}
            <span class="faint">{request.url}</span>
          </li>
        ))}
      </ul>
    </nav>
  )
}
