import { GleanerError } from "../../../contract/client/index.ts"
import { client } from "../session.ts"
import { useModule } from "../ui/hooks/use-module.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { Problem } from "../ui/Problem.tsx"

/** Changes of a page since the job that its job is compared with. */
export const Diff = ({ heading: Heading = "h2", job, url }: {
  readonly job: string
  readonly url: string
  /** Level of its heading. */
  readonly heading?: "h2" | "h3"
}) => {
  const { error, value } = usePolled((signal) => client.diff(job, url, { signal }), undefined)
  const view = useModule(() => import("./DiffView.tsx"))
  if (error instanceof GleanerError && error.code === "diff_not_found") {
    return (
      <div class="notice">
        <strong>There is nothing to compare</strong>
        <p>{error.detail}</p>
      </div>
    )
  }
  if (error !== undefined) return <Problem error={error} />
  if (value === undefined || view === undefined) return <p class="working" aria-busy="true">Comparing</p>
  return (
    <div class="diff">
      <Heading class="diff-head">
        <OutLink url={url} />
      </Heading>
      {value === ""
        ? <p class="nothing">The markdown is the same. The change is outside of the content.</p>
        : <view.DiffView diff={value} />}
    </div>
  )
}
