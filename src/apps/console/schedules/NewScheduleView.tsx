import { useMemo, useState } from "preact/hooks"
import type { ScheduleRequest } from "../../../contract/client/index.ts"
import { validUrls, wrongLines } from "../batch/url-lines.ts"
import { UrlList } from "../batch/UrlList.tsx"
import { Code } from "../options/Code.tsx"
import { batchFields, crawlFields } from "../options/form-fields.ts"
import type { OptionField } from "../options/option-fields.ts"
import { OptionFields } from "../options/OptionFields.tsx"
import { readOptions } from "../options/read-options.ts"
import { emptyDraft, type ScheduleDraft, scheduleDraft } from "../options/schedule-draft.ts"
import { noNotify, sentNotify } from "../options/typed-notify.ts"
import { defaultTimes, sentTimes } from "../options/typed-times.ts"
import { go } from "../route.ts"
import { client } from "../session.ts"
import { ChoiceField, TextField } from "../ui/labelled-fields.tsx"
import { Problem } from "../ui/Problem.tsx"
import { View } from "../ui/View.tsx"
import { faultsOf } from "./api-faults.ts"
import { KeepField } from "./EditDialog.tsx"
import { NotifyFields } from "./NotifyFields.tsx"
import { TimesFields } from "./TimesFields.tsx"
import { useFaultFocus } from "./use-fault-focus.ts"
import { sentWebhook, WebhookField } from "./WebhookField.tsx"

/** Options that a schedule has not, or has itself. */
const others = new Set(["headers", "cookies", "since", "webhook"])
const isOfJob = ({ name }: OptionField): boolean => !others.has(name)
const fieldsOf = { crawl: crawlFields.filter(isOfJob), batch: batchFields.filter(isOfJob) }

/** Form for a new schedule. */
export const NewScheduleView = () => {
  const draft = scheduleDraft.value
  const { kind, name, text, values } = draft
  const set = (to: Partial<ScheduleDraft>) => (scheduleDraft.value = { ...draft, ...to })
  const times = draft.times ?? defaultTimes()
  const fields = fieldsOf[kind]
  const urls = useMemo(() => validUrls(text), [text])
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const { faults, job, rest } = dividedError(error, fields, urls)
  const form = useFaultFocus(error ?? wrong)

  const request = (): ScheduleRequest => {
    const { options } = readOptions(fields, values)
    return {
      name: name.trim() || nameFor(draft, urls),
      ...sentTimes(times),
      keep: Number(draft.keep),
      ...sentWebhook(String(values["webhook"] ?? "")),
      ...sentNotify(draft.notify ?? noNotify),
      job: kind === "crawl" ? { url: draft.url.trim(), ...options } : { urls, ...options }
    }
  }
  const create = async (event: Event) => {
    event.preventDefault()
    const { faults } = readOptions(fields, values)
    setWrong(faults)
    setError(undefined)
    const hasWrongLines = kind === "batch" && wrongLines(text).length > 0
    if (hasWrongLines) document.querySelector<HTMLElement>("textarea[name=urls]")?.focus()
    if (Object.keys(faults).length > 0 || hasWrongLines) return
    setBusy(true)
    try {
      const { id } = await client.schedules.create(request())
      scheduleDraft.value = emptyDraft
      go(`schedules/${id}`)
    } catch (error) {
      setError(error)
      setBusy(false)
    }
  }

  return (
    <View title="New schedule" lead="A job that runs by itself. Each run is compared with the one before.">
      <form class="card" ref={form} onSubmit={(event) => void create(event)}>
        <div class="option-row">
          <ChoiceField label="Job" value={kind} options={kinds} onChange={(kind) => set({ kind })} />
          <TextField
            label="Name"
            value={name}
            placeholder={nameFor(draft, urls)}
            fault={faults["name"]}
            onChange={(name) => set({ name })}
          />
        </div>
        {kind === "crawl"
          ? (
            <TextField
              label="Start URL"
              inputMode="url"
              required
              placeholder="https://example.com/"
              value={draft.url}
              fault={faults["job/url"]}
              onChange={(url) => set({ url })}
            />
          )
          : (
            <UrlList
              text={text}
              urls={urls}
              onChange={(text) => set({ text })}
              onAdd={(added) => set({ text: text.trim() === "" ? added : `${text.trimEnd()}\n${added}` })}
              apiFault={faults["job/urls"]}
            />
          )}
        <TimesFields times={times} faults={faults} onChange={(times) => set({ times })} />
        <KeepField value={draft.keep} fault={faults["keep"]} onChange={(keep) => set({ keep })} />
        <OptionFields
          fields={fields}
          values={values}
          faults={{ ...wrong, ...job }}
          onChange={(values) => set({ values })}
        />
        <WebhookField
          label="Webhook"
          help="Receives the changed pages of each run; nothing if none has changed."
          json={String(values["webhook"] ?? "")}
          fault={faults["webhook"]}
          onChange={(webhook) => set({ values: { ...values, webhook } })}
        />
        <NotifyFields
          typed={draft.notify ?? noNotify}
          help="One message for each run with changes. Addresses and webhooks are not shown again."
          fault={faults["notify"] ?? faults["on"] ?? faults["threshold"]}
          onChange={(notify) => set({ notify })}
        />
        {("headers" in values || "cookies" in values) && (
          <p class="notice">
            Header fields and cookies were not taken over: a schedule stores no secrets of sites.
          </p>
        )}
        <div class="form-foot">
          <button type="submit" disabled={isBusy} aria-busy={isBusy}>Create the schedule</button>
        </div>
        <Code path="/v1/schedules" body={request} />
      </form>
      <div aria-live="polite">{rest !== undefined && <Problem error={rest} />}</div>
    </View>
  )
}

const kinds: ReadonlyArray<readonly [ScheduleDraft["kind"], string]> = [
  ["crawl", "Crawl a site"],
  ["batch", "Read a list of pages"]
]

const ownFields = ["name", "cron", "every_seconds", "timezone", "keep", "webhook", "notify", "on", "threshold"]

/** Faults of the schedule, those of the job's options, and the rest. */
const dividedError = (error: unknown, fields: ReadonlyArray<OptionField>, urls: ReadonlyArray<string>) => {
  const own = faultsOf(error, [...ownFields, "job/url", "job/urls"], {
    "job/urls": urls
  })
  const options = faultsOf(own.rest, fields.map(({ name }) => `job/${name}`))
  const job = Object.fromEntries(
    Object.entries(options.faults).map(([name, fault]) => [name.slice("job/".length), fault])
  )
  return { faults: own.faults, job, rest: options.rest }
}

/** The host of the job. */
const nameFor = ({ kind, url }: ScheduleDraft, urls: ReadonlyArray<string>): string => {
  const text = (kind === "crawl" ? url : urls[0] ?? "").trim()
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)?.host ?? ""
}
