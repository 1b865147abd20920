import { useEffect, useMemo, useState } from "preact/hooks"
import type { Job, LedgerRow } from "../../../../contract/client/index.ts"
import { isEnded } from "../../../../contract/client/job/job-status.ts"
import { count, plural } from "../../ui/format.ts"
import { useModule } from "../../ui/hooks/use-module.ts"
import { ChoiceField, Switch } from "../../ui/labelled-fields.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { allLinks, maxLinks, type PageLink } from "./all-links.ts"
import { PathTree } from "./PathTree.tsx"

const none: ReadonlyArray<PageLink> = []

/** Above it, rings are only dots: the pages are shown as folders unless the user wants the rings. */
const maxInRings = 300

type Form = "rings" | "paths"

interface Drawn {
  readonly job: Job
  readonly rows: ReadonlyArray<LedgerRow>
  readonly onOpen: (row: LedgerRow) => void
}

/** A snapshot of the pages as a graph or as folders. It does not change with every page, which would be unreadable. */
export const GraphTab = ({ job, onOpen, rows }: Drawn) => {
  const [turn, setTurn] = useState(0)
  const [form, setForm] = useState<Form>()
  const isOver = isEnded(job.status)
  const drawn = useMemo(() => rows, [turn, isOver])
  const missing = rows.length - drawn.length
  const shown = form ?? (drawn.length > maxInRings ? "paths" : "rings")
  return (
    <>
      {missing > 0 && (
        <p class="faint">
          {plural(missing, "page")} came since.{" "}
          <button type="button" class="link" onClick={() => setTurn(turn + 1)}>Draw again</button>
        </p>
      )}
      <div class="graph-form">
        <ChoiceField
          label="Pages as"
          value={shown}
          options={[["rings", "A graph of links"], ["paths", "Folders by path"]]}
          onChange={setForm}
        />
      </div>
      {shown === "paths" ? <PathTree rows={drawn} onOpen={onOpen} /> : <Graph job={job} rows={drawn} onOpen={onOpen} />}
    </>
  )
}

const Graph = ({ job, onOpen, rows }: Drawn) => {
  const graph = useModule(() => import("./LinkGraph.tsx"))
  const { error, isWanted, links, want } = useLinks(job.id, rows)
  return (
    <>
      {isEnded(job.status) && (
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
        : <graph.LinkGraph rows={rows} links={links ?? none} onOpen={onOpen} />}
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
