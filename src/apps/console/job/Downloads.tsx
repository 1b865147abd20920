import { useEffect, useRef, useState } from "preact/hooks"
import type { Job } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job/job-status.ts"
import { plural } from "../ui/format.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import type { MakeFile } from "./job-files.ts"
import { RepeatsSwitch } from "./RepeatsSwitch.tsx"

const kinds = [
  ["jsonLines", "JSON Lines"],
  ["markdownZip", "Zip of markdown"],
  ["warc", "WARC"],
  ["csv", "CSV"],
  ["recordsCsv", "CSV of records"]
] as const
/** Files that the service writes. They end with the job. */
const written: ReadonlySet<string> = new Set(["csv", "recordsCsv"])

/** All documents of a job, or those that it has so far, as one file. */
export const Downloads = ({ job }: { readonly job: Job }) => {
  const [made, setMade] = useState<number>()
  const [isDropped, setDropped] = useState(false)
  const [error, setError] = useState<unknown>()
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const isOver = isEnded(job.status)
  const stored = isOver ? job.document_count : job.stats.stored
  if (stored === 0) return isOver && <p class="faint">The job has no documents to download.</p>

  const download = async (kind: (typeof kinds)[number][0]) => {
    const { signal } = controller.current = new AbortController()
    setError(undefined)
    setMade(0)
    try {
      // Load the file formats at the first download.
      const files: Readonly<Record<typeof kind, MakeFile>> = await import("./job-files.ts")
      await files[kind](job.id, stored, nameOf(job), setMade, signal, isDropped ? "drop" : "keep")
    } catch (error) {
      if (!signal.aborted) setError(error)
    } finally {
      setMade(undefined)
    }
  }

  return (
    <details class="more downloads">
      <summary>Download {isOver ? "" : "the first "}{plural(stored, "document")}</summary>
      <div class="download-kinds">
        {kinds.filter(([kind]) => isOver || !written.has(kind)).map(([kind, label]) => (
          <SmallButton
            key={kind}
            disabled={made !== undefined}
            onClick={() => void download(kind)}
          >
            {label}
          </SmallButton>
        ))}
        <RepeatsSwitch checked={isDropped} onChange={setDropped} />
        {made !== undefined && (
          <>
            <progress value={made} max={stored} aria-label="The file" />
            <SmallButton onClick={() => controller.current?.abort()}>Stop</SmallButton>
          </>
        )}
        {error !== undefined && <Problem error={error} />}
      </div>
    </details>
  )
}

const nameOf = ({ id, url }: Job): string => `${new URL(url).hostname.replaceAll(/[^\w.-]/g, "-")}-${id.slice(0, 8)}`
