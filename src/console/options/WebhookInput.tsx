import type { CrawlRequest } from "../../client/index.ts"
import { words } from "../ui/format.ts"

type Webhook = NonNullable<CrawlRequest["webhook"]>

const events = ["job.started", "page.stored", "page.failed", "job.finished"] as const
/** The default of the API. */
const defaultEvents: NonNullable<Webhook["events"]> = ["job.finished"]

/** The receiver of a job's events, and the events. Empty without a URL. */
export const WebhookInput = ({ json, onChange }: {
  readonly json: string
  readonly onChange: (json: string) => void
}) => {
  const webhook: Webhook = json === "" ? { url: "" } : JSON.parse(json) as Webhook // written below
  const { events: chosen = defaultEvents, url } = webhook
  const set = (to: Webhook) => onChange(to.url.trim() === "" ? "" : JSON.stringify(to))
  const toggle = (event: (typeof events)[number]) => events.filter((name) => chosen.includes(name) !== (name === event))
  return (
    <>
      <input
        type="text"
        inputMode="url"
        aria-label="URL of the webhook"
        placeholder="https://example.com/hook"
        spellcheck={false}
        value={url}
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
