import { useEffect, useRef, useState } from "preact/hooks"
import type { Document, Job, LedgerRow } from "../../../contract/client/index.ts"
import { client } from "../session.ts"
import { shortUrl } from "../ui/format.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"

/** Documents of one request. */
const step = 24

type Pictured = Partial<Document> & Pick<Document, "url">

/** The pictures of the pages of a job, as a grid. */
export const PicturesTab = ({ job, onOpen, rows }: {
  readonly job: Job
  readonly rows: ReadonlyArray<LedgerRow>
  readonly onOpen: (row: LedgerRow) => void
}) => {
  const [pages, setPages] = useState<ReadonlyArray<Pictured>>([])
  const [next, setNext] = useState<string | null>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const controller = useRef<AbortController>(null)
  const read = async (after: string | undefined) => {
    const { signal } = controller.current = new AbortController()
    setBusy(true)
    setError(undefined)
    try {
      const part = await client.jobs.documents(job.id, {
        ...(after === undefined ? {} : { after }),
        fields: ["url", "title", "picture"],
        limit: step,
        signal
      })
      setPages((before) => [...(after === undefined ? [] : before), ...part.documents])
      setNext(part.next_cursor)
    } catch (error) {
      if (!signal.aborted) setError(error)
    }
    if (!signal.aborted) setBusy(false)
  }
  useEffect(() => {
    void read(undefined)
    return () => controller.current?.abort()
  }, [job.id, job.status])
  const rowOf = (url: string) => rows.find((row) => row.url === url)

  return (
    <>
      {error !== undefined && <Problem error={error} />}
      {next !== undefined && pages.length === 0 && <p class="nothing">No page has a picture yet.</p>}
      <ul class="picture-grid" aria-label="Pictures of the pages">
        {pages.map((page) => (
          <li key={page.url}>
            <button
              type="button"
              disabled={rowOf(page.url) === undefined}
              onClick={() => {
                const row = rowOf(page.url)
                if (row !== undefined) onOpen(row)
              }}
            >
              <Thumbnail page={page} />
              <span>{page.title || shortUrl(page.url)}</span>
              <small class="faint">{shortUrl(page.url)}</small>
            </button>
          </li>
        ))}
      </ul>
      {typeof next === "string" && (
        <SmallButton disabled={isBusy} aria-busy={isBusy} onClick={() => void read(next)}>Show more</SmallButton>
      )}
    </>
  )
}

/** The name of its button says what it shows. */
const Thumbnail = ({ page: { picture } }: { readonly page: Pictured }) =>
  picture?.media_type.startsWith("image/") === true
    ? <img src={picture.url} alt="" loading="lazy" width={picture.width} height={picture.height} />
    : <span class="no-picture">{picture === undefined ? "no picture" : "PDF"}</span>
