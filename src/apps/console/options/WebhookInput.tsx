import type { CrawlRequest } from "../../../contract/client/index.ts"
import { words } from "../ui/format.ts"

type Webhook = NonNullable<CrawlRequest["webhook"]>

type Events = NonNullable<Webhook["events"]>

const eventsOfJobs: Events = ["job.started", "page.stored", "page.failed", "job.finished", "wrapper.drifted"]

/** The events, and the default of the API. */
const choices: Readonly<Record<"job" | "schedule", { readonly events: Events; readonly preset: Events }>> = {
  job: { events: eventsOfJobs, preset: ["job.finished"] },
  schedule: { events: ["schedule.changed", ...eventsOfJobs], preset: ["schedule.changed"] }
}

/** The receiver of a job's events, and the events. Empty without a URL. */
export const WebhookInput = ({ isInvalid = false, isOfSchedule = false, json, onChange }: {
  readonly json: string
  readonly isOfSchedule?: boolean
  readonly isInvalid?: boolean
  readonly onChange: (json: string) => void
}) => {
  const webhook: Webhook = json === "" ? { url: "" } : JSON.parse(json) as Webhook // written below
  const { events, preset } = choices[isOfSchedule ? "schedule" : "job"]
  const { events: chosen = preset, url } = webhook
  const set = (to: Webhook) => onChange(to.url.trim() === "" ? "" : JSON.stringify(to))
  const toggle = (event: Events[number]) => events.filter((name) => chosen.includes(name) !== (name === event))
  return (
    <>
      <input
        type="text"
        inputMode="url"
        aria-label="URL of the webhook"
        placeholder="https://example.com/hook"
        spellcheck={false}
        value={url}
        aria-invalid={isInvalid ? "true" : undefined}
        onInput={(event) => set({ ...webhook, url: event.currentTarget.value })}
      />
      {url.trim() !== "" && (
        <div class="checks" role="group" aria-label="Events of the webhook">
          {events.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={chosen.includes(event)}
                // The API takes no empty list.
                disabled={chosen.length === 1 && chosen.includes(event)}
                onChange={() => set({ ...webhook, events: toggle(event) })}
              />
              {words(event)}
            </label>
          ))}
        </div>
      )}
    </>
  )
}
