import { signal } from "@preact/signals"
import { useEffect, useState } from "preact/hooks"
import type { ScrapeRequest } from "../../client/index.ts"
import { scrapeFields } from "../options/form-fields.ts"
import { OptionFields } from "../options/OptionFields.tsx"
import { readOptions, type Values } from "../options/read-options.ts"
import { route } from "../route.ts"
import { client } from "../session.ts"
import { Problem } from "../ui/Problem.tsx"
import { UrlField } from "../ui/UrlField.tsx"
import { View } from "../ui/View.tsx"
import { DocumentView } from "./DocumentView.tsx"
import type { Page } from "./page.ts"

/** The form and the result stay while another view is open. */
const form = signal<{ readonly url: string; readonly values: Values }>({ url: "", values: {} })
const result = signal<
  { readonly request: ScrapeRequest; readonly page: Page | undefined; readonly error: unknown } | undefined
>(undefined)
let running: AbortController | undefined
const isBusy = signal(false)

const scrape = async (request: ScrapeRequest): Promise<void> => {
  running?.abort()
  const controller = running = new AbortController()
  isBusy.value = true
  try {
    const page = await client.scrape(request, { signal: controller.signal })
    result.value = { request, page, error: undefined }
  } catch (error) {
    if (!controller.signal.aborted) result.value = { request, page: undefined, error }
  } finally {
    if (running === controller) isBusy.value = false
  }
}

export const ScrapeView = () => {
  const { url, values } = form.value
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const asked = route.value.query.get("url")
  // Do not scrape without a click: any site may link here with a URL.
  useEffect(() => {
    if (asked === null || asked === form.value.url) return
    form.value = { ...form.value, url: asked }
    result.value = undefined
  }, [asked])

  const submit = (event: Event) => {
    event.preventDefault()
    const { faults, options } = readOptions(scrapeFields, values)
    setFaults(faults)
    if (Object.keys(faults).length > 0) return
    void scrape({ url: url.trim(), ...options })
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
      </form>
      <div aria-live="polite">
        {isBusy.value && <p class="working" aria-busy="true">Fetching and reading the page</p>}
      </div>
      {!isBusy.value && <Result />}
    </View>
  )
}

const Result = () => {
  const last = result.value
  if (last === undefined) {
    return (
      <section class="empty">
        <h2>Nothing scraped yet</h2>
        <p>
          Write the address of a page and press Scrape. Gleaner asks its robots.txt, waits for the site's turn, fetches
          the page and shows what it says.
        </p>
      </section>
    )
  }
  if (last.page === undefined) return <Problem error={last.error} />
  return <DocumentView page={last.page} request={last.request} />
}
