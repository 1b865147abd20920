import { useState } from "preact/hooks"
import type { ExplainRequest, Explanation, ScrapeRequest } from "../../../contract/client/index.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { route } from "../route.ts"
import { client } from "../session.ts"
import { count, onPages } from "../ui/format.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import { useAsked } from "./use-asked.ts"

/** Choice of the page's content, on request: the page is fetched again, where it is not in the cache. */
export const ExplainTab = ({ request }: { readonly request: ScrapeRequest }) => {
  const { ask, error, isBusy, value } = useAsked((signal) => {
    // The id of a job in the address, from the dialog of one of its pages.
    const job = route.value.query.get("job")
    return client.explain({ ...explainRequest(request), ...(job === null ? {} : { job }) }, { signal })
  })
  if (value !== undefined) return <Blocks explanation={value} />
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <div class="empty">
        <p>Each block of the page, whether it is part of the content, and why. The page may be fetched again.</p>
        <button type="button" aria-busy={isBusy} disabled={isBusy} onClick={ask}>Explain the content</button>
      </div>
    </>
  )
}

/** The options that both requests have. */
const explainRequest = (
  { cookies, exclude_selectors, headers, language, max_age_seconds, timeout_seconds, url, use_cache, wait_for }:
    ScrapeRequest
): ExplainRequest =>
  compact({
    url,
    cookies,
    exclude_selectors,
    headers,
    language,
    max_age_seconds,
    timeout_seconds,
    use_cache,
    wait_for
  })

/** Initial rows. */
const step = 200

const Blocks = ({ explanation: { blocks, summary } }: { readonly explanation: Explanation }) => {
  const [shown, setShown] = useState(step)
  return (
    <>
      <p class="faint">{summary}</p>
      <ol class="blocks">
        {blocks.slice(0, shown).map(({ kept, path, reasons, repeats, score, step, text, words }, index) => (
          <li key={index} class={kept ? "kept" : "dropped"}>
            <details>
              <summary>
                {kept ? <ins>{text}</ins> : <del>{text}</del>}
                <small>
                  {repeats !== undefined && <span class="chip">{onPages(repeats)}</span>} {step}
                </small>
              </summary>
              <dl>
                <dt>Score</dt>
                <dd>{score.toFixed(3)}</dd>
                <dt>Words</dt>
                <dd>{count(words)}</dd>
                <dt>Within</dt>
                <dd>
                  <code>{path}</code>
                </dd>
                <dt>Reasons</dt>
                <dd>{reasons}</dd>
              </dl>
            </details>
          </li>
        ))}
      </ol>
      {blocks.length > shown && (
        <SmallButton onClick={() => setShown(shown + step * 5)}>
          Show more ({count(blocks.length - shown)} left)
        </SmallButton>
      )}
    </>
  )
}
