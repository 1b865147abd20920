import { useState } from "preact/hooks"
import type { Wrapper } from "../../../contract/client/index.ts"
import { client } from "../session.ts"
import { ago, count, date, plural } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import { View } from "../ui/View.tsx"

/** Milliseconds. */
const pollInterval = 3000
const step = 20
const maxWrappers = 100

/** Wrappers of the key, oldest first. */
export const WrappersView = () => {
  const [limit, setLimit] = useState(step)
  const { error, value } = usePolled((signal) => client.wrappers.list({ limit, signal }), pollInterval, String(limit))
  return (
    <View
      title="Wrappers"
      lead="Rules that read the data of a schema from the pages of one layout, learnt from examples."
      actions={<a role="button" class="small" href="#/wrappers/new">New wrapper</a>}
    >
      {value === undefined && error !== undefined && <Problem error={error} />}
      {value?.wrappers.length === 0 && (
        <section class="empty">
          <h2>No wrappers</h2>
          <p>
            Name the fields that you want, and show their values on two or three pages. All other pages of that layout
            are then read by rules.
          </p>
          <p>
            <a role="button" href="#/wrappers/new">Learn a wrapper</a>
          </p>
        </section>
      )}
      {value !== undefined && value.wrappers.length > 0 && (
        <>
          <ul class="jobs">
            {value.wrappers.map((wrapper) => <WrapperCard key={wrapper.id} wrapper={wrapper} />)}
          </ul>
          {value.has_more && limit < maxWrappers && (
            <SmallButton onClick={() => setLimit(Math.min(maxWrappers, limit + step))}>
              Show more of {count(value.total)}
            </SmallButton>
          )}
        </>
      )}
    </View>
  )
}

const WrapperCard = ({ wrapper }: { readonly wrapper: Wrapper }) => {
  const { created_at, fields, host, id, name, pages, problem } = wrapper
  return (
    <li class="job">
      <div class="job-head">
        <a href={`#/wrappers/${id}`}>{name}</a>
        <WrapperChip wrapper={wrapper} />
      </div>
      <p>
        {host}
        {fields.length > 0 && (
          <span class="faint">
            {" "}
            · {plural(fields.length, "field")}, learnt from {plural(pages.learnt, "page")}, checked on{" "}
            {count(pages.checked)}
          </span>
        )}
      </p>
      {problem !== null && <p class="faint">{problem}</p>}
      <div class="job-foot">
        <span class="faint" title={date(created_at)}>Created {ago(created_at)}</span>
      </div>
    </li>
  )
}

export const WrapperChip = ({ wrapper: { drift, status } }: { readonly wrapper: Wrapper }) => (
  <span>
    <span class={`chip status ${chips[status]}`}>{status}</span>
    {drift !== null && <span class="chip changed">drifted</span>}
  </span>
)

/** The colours of jobs. */
const chips: Readonly<Record<Wrapper["status"], string>> = { learning: "running", ready: "done", failed: "failed" }
