import type { Job, JobTemplates } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job/job-status.ts"
import { client } from "../session.ts"
import { count, plural } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { Problem } from "../ui/Problem.tsx"

type Template = JobTemplates["templates"][number]

/** Milliseconds. */
const pollInterval = 5000

/** The groups of pages with the same layout, the largest first. */
export const TemplatesTab = ({ job }: { readonly job: Job }) => {
  const isOver = isEnded(job.status)
  const { error, value } = usePolled(
    (signal) => client.jobs.templates(job.id, { signal }),
    isOver ? undefined : pollInterval,
    `${job.id} ${isOver}`
  )
  if (value === undefined) {
    return error === undefined ? <p class="working" aria-busy="true">Loading</p> : <Problem error={error} />
  }
  if (value.templates.length === 0) return <p class="nothing">No page is stored yet.</p>
  return (
    <>
      <ul class="templates">
        {value.templates.map((template) => <TemplateCard key={template.template} {...template} />)}
      </ul>
      {value.total > value.templates.length && (
        <p class="faint">The largest {count(value.templates.length)} of {plural(value.total, "template")}.</p>
      )}
    </>
  )
}

const TemplateCard = ({ examples, fields, pages, records, share, url_pattern }: Template) => (
  <li class="card">
    <h2>{examples[0] === undefined ? url_pattern : <OutLink url={examples[0]} />}</h2>
    <p class="faint">
      {plural(pages, "page")} like this one, {count(share * 100)} % of the host, URLs like <code>{url_pattern}</code>
    </p>
    <svg class="outcome-bar" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share} height="1" />
    </svg>
    <p>{namesIn(fields, pages)}</p>
    {records.map((one) => (
      <p key={one.type}>
        <strong>{one.type || "Repeated blocks"}</strong> on {plural(one.pages, "page")}:{" "}
        {namesIn(one.fields, one.pages)}
      </p>
    ))}
    {examples.length > 1 && (
      <details>
        <summary>{plural(examples.length - 1, "more example")}</summary>
        <ul>
          {examples.slice(1).map((url) => (
            <li key={url}>
              <OutLink url={url} />
            </li>
          ))}
        </ul>
      </details>
    )}
  </li>
)

/** Fields with the share of pages that have them, if it is not all. */
const namesIn = (fields: Template["fields"], pages: number): string =>
  fields.map((field) => field.pages === pages ? field.name : `${field.name} (${count(field.pages)})`).join(", ")
