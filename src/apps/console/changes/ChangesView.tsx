import { useMemo, useState } from "preact/hooks"
import type { Job, LedgerRow } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job/job-status.ts"
import { route } from "../route.ts"
import { client } from "../session.ts"
import { ago, count, plural } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { Problem } from "../ui/Problem.tsx"
import { View } from "../ui/View.tsx"
import { Diff } from "./Diff.tsx"

/** Changes of a site between two crawls. */
export const ChangesView = ({ id }: { readonly id: string }) => {
  const { error, value } = usePolled((signal) => client.jobs.list({ limit: 100, signal }), undefined)
  const compared = value?.jobs.filter(({ options }) => options.since !== undefined) ?? []
  const job = compared.find((job) => job.id === id) ?? (id === "" ? compared[0] : undefined)
  return (
    <View title="What changed" lead="Crawl a site again, and see which pages are new, changed or gone.">
      {value === undefined && error !== undefined && <Problem error={error} />}
      {value !== undefined && compared.length > 0 && <Choice jobs={compared} chosen={job?.id ?? id} />}
      {value !== undefined && job === undefined && id !== "" && (
        <section class="empty">
          <h2>The job is gone</h2>
          <p>It has expired or was deleted, or it was compared with no earlier job.</p>
        </section>
      )}
      {value !== undefined && compared.length === 0 && <Nothing jobs={value.jobs} />}
      {job !== undefined && <Comparison key={job.id} job={job} />}
    </View>
  )
}

const Choice = ({ chosen, jobs }: { readonly jobs: ReadonlyArray<Job>; readonly chosen: string }) => (
  <label class="choice">
    Crawl
    <select value={chosen} onChange={(event) => (location.hash = `#/changes/${event.currentTarget.value}`)}>
      {jobs.map((job) => <option key={job.id} value={job.id}>{job.url}, {ago(job.created_at)} ({job.status})</option>)}
    </select>
  </label>
)

const Nothing = ({ jobs }: { readonly jobs: ReadonlyArray<Job> }) => {
  const last = jobs.find(({ status }) => status === "done")
  return (
    <section class="empty">
      <h2>Nothing to compare yet</h2>
      <p>
        Take a finished crawl and crawl its site again. Pages are asked whether they have changed since, so that what is
        the same costs the site next to nothing.
      </p>
      <p>
        {last === undefined
          ? <a role="button" href="#/crawl">Start a first crawl</a>
          : (
            <a role="button" href={`#/crawl?${new URLSearchParams({ url: last.url, since: last.id })}`}>
              Crawl {new URL(last.url).host} again
            </a>
          )}
      </p>
    </section>
  )
}

const kinds = ["changed", "new", "removed", "same"] as const

const Comparison = ({ job }: { readonly job: Job }) => {
  const { error, value: rows } = usePolled((signal) => allRows(job.id, signal), undefined, job.id)
  const [kind, setKind] = useState<string>("changed")
  const asked = route.value.query.get("url")
  const [url, setUrl] = useState(asked ?? "")
  const counts = useMemo(
    () => Object.fromEntries(kinds.map((kind) => [kind, rows?.filter(({ change }) => change === kind).length ?? 0])),
    [rows]
  )
  if (error !== undefined) return <Problem error={error} />
  if (rows === undefined) return <p class="working" aria-busy="true">Reading the ledger</p>
  const found = rows.filter(({ change }) => change === kind)
  const shown = found.find((row) => row.url === url) ?? (kind === "changed" ? found[0] : undefined)
  return (
    <>
      {!isEnded(job.status) && <p class="notice">The crawl still runs; open this view again to see more.</p>}
      <div class="kinds" role="group" aria-label="Kind of change">
        {kinds.map((name) => (
          <button
            key={name}
            type="button"
            class={`kind ${name}`}
            aria-pressed={kind === name}
            onClick={() => setKind(name)}
          >
            <strong>{count(counts[name] ?? 0)}</strong> {name}
          </button>
        ))}
      </div>
      {found.length === 0
        ? <p class="nothing">No page is {kind === "same" ? "the same" : kind}.</p>
        : (
          <div class={kind === "changed" ? "compare" : "compare plain"}>
            <ul class="pages" aria-label={`Pages: ${kind}`}>
              {found.slice(0, maxShown).map((row) => (
                <li key={row.url}>
                  {kind === "changed"
                    ? (
                      <button
                        type="button"
                        class="link"
                        aria-current={row === shown ? "true" : undefined}
                        onClick={() => setUrl(row.url)}
                      >
                        {new URL(row.url).pathname + new URL(row.url).search}
                      </button>
                    )
                    : <OutLink url={row.url} />}
                </li>
              ))}
              {found.length > maxShown && (
                <li class="faint">and {plural(found.length - maxShown, "more page")} in the ledger</li>
              )}
            </ul>
            {shown !== undefined && kind === "changed" && <Diff key={shown.url} job={job.id} url={shown.url} />}
          </div>
        )}
    </>
  )
}

const maxShown = 500

/** Reads the current ledger. Does not follow a running job. */
const allRows = async (id: string, signal: AbortSignal): Promise<ReadonlyArray<LedgerRow>> => {
  const rows: Array<LedgerRow> = []
  let after: string | undefined
  for (;;) {
    const page = await client.jobs.ledger(id, { after, limit: 1000, signal })
    rows.push(...page.ledger)
    if (page.next_cursor === null || page.ledger.length === 0) return rows
    after = page.next_cursor
  }
}
