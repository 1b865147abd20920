import { signal } from "@preact/signals"
import { useState } from "preact/hooks"
import type { SearchAnswer, SearchRequest } from "../../../contract/client/index.ts"
import { Code } from "../options/Code.tsx"
import { client } from "../session.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { Problem } from "../ui/Problem.tsx"
import { View } from "../ui/View.tsx"

interface Answer {
  readonly found?: SearchAnswer
  readonly error?: unknown
}

/** The form and the results stay while another view is open. */
const form = signal({ query: "", isReading: false })
const answer = signal<Answer>({})

/** Tokens of the passages of all pages. */
const passages = 2000

/** Search of the web with the operator's search engine. */
export const SearchView = () => {
  const { isReading, query } = form.value
  const [isBusy, setBusy] = useState(false)

  const request = (): SearchRequest => ({
    query: query.trim(),
    ...(isReading ? { pages: {}, max_tokens: passages } : {})
  })
  const search = async (event: Event) => {
    event.preventDefault()
    if (query.trim() === "") return
    setBusy(true)
    answer.value = await client.search(request()).then((found) => ({ found }), (error: unknown) => ({ error }))
    setBusy(false)
  }

  const { error, found } = answer.value
  return (
    <View title="Search" lead="Search the web with the search engine of this service.">
      <form class="card" onSubmit={(event) => void search(event)}>
        <div class="ask">
          <label class="url">
            <span class="sr">Search</span>
            <input
              type="search"
              name="query"
              required
              maxLength={1000}
              placeholder="how are tides predicted"
              value={query}
              onInput={(event) => (form.value = { isReading, query: event.currentTarget.value })}
            />
          </label>
          <button type="submit" disabled={isBusy} aria-busy={isBusy}>Search the web</button>
        </div>
        <label class="check">
          <input
            type="checkbox"
            name="pages"
            checked={isReading}
            onChange={(event) => (form.value = { query, isReading: event.currentTarget.checked })}
          />{" "}
          Fetch the pages and show the passages that match
        </label>
        {query.trim() !== "" && <Code path="/v1/search" body={request} />}
      </form>
      <div aria-live="polite">
        {isBusy && <p class="working" aria-busy="true">Searching</p>}
        {!isBusy && error !== undefined && <Problem error={error} />}
      </div>
      {!isBusy && found !== undefined && <Results found={found} />}
    </View>
  )
}

const Results = ({ found: { notes, results } }: { readonly found: SearchAnswer }) => (
  <section class="document" aria-label="Results">
    {results.length === 0 && <p class="nothing">No results.</p>}
    <ol>
      {results.map(({ chunks = [], problem, snippet, title, url }) => (
        <li key={url}>
          <h2>{title === "" ? url : title}</h2>
          <p>
            <OutLink url={url} /> <a href={`#/scrape?url=${encodeURIComponent(url)}`}>Scrape</a>
          </p>
          {snippet !== "" && <p>{snippet}</p>}
          {problem !== undefined && <p class="bad">{problem.detail}</p>}
          {chunks.map((chunk) => <blockquote key={chunk.index}>{chunk.markdown}</blockquote>)}
        </li>
      ))}
    </ol>
    {notes.map((note) => <p class="quiet" key={note}>{note}</p>)}
  </section>
)
