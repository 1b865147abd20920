import { useEffect, useMemo, useState } from "preact/hooks"
import type { Job, LedgerRow } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job-status.ts"
import { count, plural } from "../ui/format.ts"
import { Switch } from "../ui/labelled-fields.tsx"
import { Problem } from "../ui/Problem.tsx"
import { useModule } from "../ui/use-module.ts"
import { allLinks, maxLinks, type PageLink } from "./all-links.ts"

const none: ReadonlyArray<PageLink> = []

/** A snapshot of the graph of pages. It does not change with every page, which would be unreadable. */
export const GraphTab = ({ job, onOpen, rows }: {
  readonly job: Job
  readonly rows: ReadonlyArray<LedgerRow>
  readonly onOpen: (row: LedgerRow) => void
}) => {
  const [turn, setTurn] = useState(0)
  const isOver = isEnded(job.status)
  const graph = useModule(() => import("./LinkGraph.tsx"))
  const drawn = useMemo(() => rows, [turn, isOver])
  const missing = rows.length - drawn.length
  const { error, isWanted, links, want } = useLinks(job.id, drawn)
  return (
    <>
      {missing > 0 && (
        <p class="faint">
          {plural(missing, "page")} came since.{" "}
          <button type="button" class="link" onClick={() => setTurn(turn + 1)}>Draw again</button>
        </p>
      )}
      {isOver && (
        <div class="field switch">
          <Switch label="All links" checked={isWanted} aria-describedby="all-links" onChange={want} />
          <small id="all-links" aria-live="polite">
            {!isWanted
              ? "Each page is joined to the page it was found on. This reads all documents, and joins every page to those it links to."
              : links === undefined
              ? "Reading the documents"
              : links.length === maxLinks
              ? `The first ${count(maxLinks)} links are drawn.`
              : `${plural(links.length, "link")} among the pages.`}
          </small>
        </div>
      )}
      {error !== undefined && <Problem error={error} />}
      {graph === undefined
        ? <p class="working" aria-busy="true">Loading</p>
        : <graph.LinkGraph rows={drawn} links={links ?? none} onOpen={onOpen} />}
    </>
  )
}

/** Loads the links among these pages on request. */
const useLinks = (id: string, rows: ReadonlyArray<LedgerRow>) => {
  const [isWanted, want] = useState(false)
  const [links, setLinks] = useState<ReadonlyArray<PageLink>>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    setLinks(undefined)
    setError(undefined)
    if (!isWanted) return
    const controller = new AbortController()
    void allLinks(id, rows, controller.signal).then(setLinks, (error: unknown) => {
      if (!controller.signal.aborted) setError(error)
    })
    return () => controller.abort()
  }, [isWanted, rows])
  return { error, isWanted, links, want }
}
