import type { LedgerRow } from "../../client/index.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Fact } from "../ui/Fact.tsx"
import { millis } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
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
        <div>
          <dt>Outcome</dt>
          <dd>
            <span class={`chip ${row.outcome}`}>{row.outcome}</span>
            {row.change !== undefined && <span class={`chip ${row.change}`}>{row.change}</span>}
          </dd>
        </div>
        {reason !== "" && (
          <div>
            <dt>Why</dt>
            <dd>
              {reason}
              {row.code !== "" && <code class="faint">{row.code}</code>}
            </dd>
          </div>
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
        <a role="button" class="small secondary outline" href={`#/scrape?url=${encodeURIComponent(row.url)}`}>
          Scrape this page
        </a>
      </footer>
    </Dialog>
  )
}

const LinkFact = ({ name, urls }: { readonly name: string; readonly urls: ReadonlyArray<string> }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <ul class="plain">
        {urls.map((url) => (
          <li key={url}>
            <OutLink url={url} />
          </li>
        ))}
      </ul>
    </dd>
  </div>
)
