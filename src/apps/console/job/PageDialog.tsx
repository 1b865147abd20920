import { useState } from "preact/hooks"
import type { Document, LedgerRow } from "../../../contract/client/index.ts"
import { rightsInWords } from "../../../contract/client/rights-in-words.ts"
import { Markdown } from "../safe/Markdown.tsx"
import { client } from "../session.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Fact } from "../ui/Fact.tsx"
import { millis, onPages, plural } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { Problem } from "../ui/Problem.tsx"
import { SmallLink } from "../ui/small-buttons.tsx"
import { RepeatsSwitch } from "./RepeatsSwitch.tsx"
import { why } from "./why.ts"

/** The ledger row of one URL, with its document. */
export const PageDialog = ({ isCompared, job, onClose, row }: {
  readonly job: string
  readonly row: LedgerRow
  readonly isCompared: boolean
  readonly onClose: () => void
}) => {
  const reason = why(row)
  return (
    <Dialog title={<>{new URL(row.url).pathname}</>} onClose={onClose}>
      <p>
        <OutLink url={row.url} />
      </p>
      <dl class="pairs">
        <Fact
          name="Outcome"
          value={[row.outcome, row.change].map((name) => name && <span key={name} class={`chip ${name}`}>{name}</span>)}
        />
        {reason !== "" && (
          <Fact name="Why" value={<>{reason}{row.code !== "" && <code class="faint">{row.code}</code>}</>} />
        )}
        {row.rights !== undefined && (
          <Fact
            name="The site says"
            value={rightsInWords(row.rights).map((text) => <span key={text} class="chip">{text}</span>)}
          />
        )}
        <Fact name="Status" value={row.status === 0 ? "no response" : String(row.status)} />
        <Fact name="Depth" value={String(row.depth)} />
        <Fact name="Time" value={millis(row.elapsed_ms)} />
        {row.duplicate_of !== undefined && <LinkFact name="Repeats" urls={[row.duplicate_of]} />}
        {row.redirected_to !== undefined && <LinkFact name="Leads to" urls={[row.redirected_to]} />}
        {row.found_on !== "" && <LinkFact name="Found on" urls={[row.found_on]} />}
        {row.referrers !== undefined && row.referrers.length > 0 && (
          <LinkFact
            name="Linked from"
            urls={row.referrers}
          />
        )}
      </dl>
      {(row.outcome === "stored" || row.change === "same") && <StoredDocument job={job} url={row.url} />}
      <footer>
        {isCompared && row.change === "changed" && (
          <a role="button" class="small" href={`#/changes/${job}?url=${encodeURIComponent(row.url)}`}>
            See what changed
          </a>
        )}
        <SmallLink href={`#/scrape?${new URLSearchParams({ url: row.url, job })}`}>Scrape it again</SmallLink>
      </footer>
    </Dialog>
  )
}

const LinkFact = ({ name, urls }: { readonly name: string; readonly urls: ReadonlyArray<string> }) => {
  const links = urls.map((url) => (
    <li key={url}>
      <OutLink url={url} />
    </li>
  ))
  return <Fact name={name} value={<ul class="plain">{links}</ul>} />
}

/** The markdown that the job has of a page, with or without what other pages of its host have too. */
const StoredDocument = ({ job, url }: { readonly job: string; readonly url: string }) => {
  const [isDropped, setDropped] = useState(false)
  const { error, value } = usePolled(
    (signal) =>
      client.jobs.documents(job, {
        url,
        fields: ["markdown", "picture"],
        repeats: isDropped ? "drop" : "mark",
        signal
      }),
    undefined,
    `${url} ${isDropped}`
  )
  if (error !== undefined) return <Problem error={error} />
  if (value === undefined) return <p class="working" aria-busy="true">Loading the document</p>
  const { markdown = "", picture, repeats = [] }: Partial<Document> = value.documents[0] ?? {}
  return (
    <>
      {picture !== undefined && <Thumbnail picture={picture} />}
      {repeats.length > 0 && (
        <>
          <RepeatsSwitch checked={isDropped} onChange={setDropped} />
          <details>
            <summary>{plural(repeats.length, "part")} {isDropped ? "left out" : "found on other pages"}</summary>
            <ul class="plain">
              {repeats.map((part) => (
                <li key={part.start}>
                  <span class="chip">{onPages(part)}</span> {part.markdown.trim()}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
      {markdown !== "" && <Markdown markdown={markdown} />}
    </>
  )
}

/** The picture that the job has of a page. A PDF is only a link. */
const Thumbnail = ({ picture: { height, media_type, url, width } }: { readonly picture: PictureInfo }) => (
  <figure class="picture thumbnail">
    <a href={url} target="_blank" rel="noopener">
      {media_type.startsWith("image/")
        ? <img src={url} alt="The page as the crawl saw it" loading="lazy" width={width} height={height} />
        : "The page as the crawl saw it"}
    </a>
  </figure>
)

type PictureInfo = NonNullable<Document["picture"]>
