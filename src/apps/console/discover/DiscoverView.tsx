import { signal } from "@preact/signals"
import { useEffect, useState } from "preact/hooks"
import type { DiscoverResult } from "../../../contract/client/index.ts"
import { Code } from "../options/Code.tsx"
import { discoverFields } from "../options/form-fields.ts"
import { OptionFields } from "../options/OptionFields.tsx"
import { readOptions, type Values } from "../options/read-options.ts"
import { route } from "../route.ts"
import { LinkList } from "../scrape/document-parts.tsx"
import { client } from "../session.ts"
import { Fact } from "../ui/Fact.tsx"
import { count } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { Problem } from "../ui/Problem.tsx"
import { UrlField } from "../ui/UrlField.tsx"
import { View } from "../ui/View.tsx"

interface Answer {
  readonly result?: DiscoverResult
  readonly error?: unknown
}

/** The form and the links stay while another view is open. */
const form = signal<{ readonly url: string; readonly values: Values }>({ url: "", values: {} })
const answer = signal<Answer>({})

/** The links of one page. */
export const DiscoverView = () => {
  const { url, values } = form.value
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const asked = route.value.query.get("url")
  // Do not request the page without a click: any site may link here with a URL.
  useEffect(() => {
    if (asked === null || asked === form.value.url) return
    form.value = { ...form.value, url: asked }
    answer.value = {}
  }, [asked])

  const request = () => ({ url: url.trim(), ...readOptions(discoverFields, values).options })
  const list = async (event: Event) => {
    event.preventDefault()
    const { faults } = readOptions(discoverFields, values)
    setFaults(faults)
    if (Object.keys(faults).length > 0) return
    setBusy(true)
    answer.value = await client.discover(request()).then((result) => ({ result }), (error: unknown) => ({ error }))
    setBusy(false)
  }

  const { error, result } = answer.value
  return (
    <View title="Links" lead="The links of one page, each URL once.">
      <form class="card" onSubmit={(event) => void list(event)}>
        <div class="ask">
          <UrlField value={url} onChange={(url) => (form.value = { url, values })} />
          <button type="submit" disabled={isBusy} aria-busy={isBusy}>List the links</button>
        </div>
        <OptionFields
          fields={discoverFields}
          values={values}
          faults={faults}
          onChange={(values) => (form.value = { url, values })}
        />
        {url.trim() !== "" && <Code path="/v1/discover" body={request} />}
      </form>
      <div aria-live="polite">
        {isBusy && <p class="working" aria-busy="true">Fetching the page</p>}
        {!isBusy && error !== undefined && <Problem error={error} />}
      </div>
      {!isBusy && result !== undefined && <Links key={result.url} result={result} />}
      {!isBusy && result === undefined && error === undefined && (
        <section class="empty">
          <h2>No page yet</h2>
          <p>
            Enter the URL of a page to see what it links to: pages of its site, other sites, and links with nofollow.
          </p>
        </section>
      )}
    </View>
  )
}

const Links = ({ result: { counts, final_url, links, status } }: { readonly result: DiscoverResult }) => (
  <section class="document" aria-label="Links of the page">
    <header class="document-head">
      <h2>
        <OutLink url={final_url} />
      </h2>
    </header>
    <dl class="facts">
      <Fact name="Status" value={String(status)} className={status >= 400 ? "bad" : undefined} />
      <Fact name="Links" value={count(counts.total)} />
      <Fact name="Of this site" value={count(counts.internal)} />
      <Fact name="To other sites" value={count(counts.external)} />
      <Fact name="With nofollow" value={count(counts.nofollow)} />
    </dl>
    {links.length === 0 ? <p class="nothing">The page has no such links.</p> : <LinkList links={links} />}
  </section>
)
