import type { LedgerRow } from "../../client/index.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Fact } from "../ui/Fact.tsx"
import { millis } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { SmallLink } from "../ui/small-buttons.tsx"
import { why } from "./why.ts"

/** The ledger row of one URL. */
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
        <Fact name="Status" value={row.status === 0 ? "no response" : String(row.status)} />
        <Fact name="Depth" value={String(row.depth)} />
        <Fact name="Time" value={millis(row.elapsed_ms)} />
        {row.redirected_to !== undefined && <LinkFact name="Leads to" urls={[row.redirected_to]} />}
        {row.found_on !== "" && <LinkFact name="Found on" urls={[row.found_on]} />}
        {row.referrers !== undefined && row.referrers.length > 0 && (
          <LinkFact
            name="Linked from"
            urls={row.referrers}
          />
        )}
      </dl>
      <footer>
        {isCompared && row.change === "changed" && (
          <a role="button" class="small" href={`#/changes/${job}?url=${encodeURIComponent(row.url)}`}>
            See what changed
          </a>
        )}
        <SmallLink href={`#/scrape?url=${encodeURIComponent(row.url)}`}>Scrape this page</SmallLink>
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
