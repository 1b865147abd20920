import { useMemo, useState } from "preact/hooks"
import { validUrls, wrongLines } from "../batch/url-lines.ts"
import { UrlList } from "../batch/UrlList.tsx"
import { Code } from "../options/Code.tsx"
import { OptionFields } from "../options/OptionFields.tsx"
import { readOptions } from "../options/read-options.ts"
import { emptyDraft, type ScheduleDraft, scheduleDraft } from "../options/schedule-draft.ts"
import { noNotify } from "../options/typed-notify.ts"
import { defaultTimes } from "../options/typed-times.ts"
import { go } from "../route.ts"
import { client } from "../session.ts"
import { useFaultFocus } from "../ui/hooks/use-fault-focus.ts"
import { useRequest } from "../ui/hooks/use-request.ts"
import { ChoiceField, TextField } from "../ui/labelled-fields.tsx"
import { Problem } from "../ui/Problem.tsx"
import { View } from "../ui/View.tsx"
import type { Faults } from "./api-faults.ts"
import { KeepField } from "./EditDialog.tsx"
import { NotifyFields } from "./NotifyFields.tsx"
import { dividedError, jobFields, nameFor, scheduleRequest } from "./schedule-request.ts"
import { TimesFields } from "./TimesFields.tsx"
import { WebhookField } from "./WebhookField.tsx"

/** Form for a new schedule. */
export const NewScheduleView = () => {
  const draft = scheduleDraft.value
  const { kind, text, values } = draft
  const set = (to: Partial<ScheduleDraft>) => (scheduleDraft.value = { ...draft, ...to })
  const { notify = noNotify, times = defaultTimes() } = draft
  const fields = jobFields[kind]
  const urls = useMemo(() => validUrls(text), [text])
  const [wrong, setWrong] = useState<Faults>({})
  const { error, forget, isBusy, send } = useRequest()
  const { faults, job, rest } = dividedError(error, fields, urls)
  const form = useFaultFocus(error ?? wrong)

  const request = () => scheduleRequest(draft, urls)
  const create = (event: Event) => {
    event.preventDefault()
    const { faults: found } = readOptions(fields, values)
    setWrong(found)
    forget()
    const hasWrongLines = kind === "batch" && wrongLines(text).length > 0
    if (hasWrongLines) document.querySelector<HTMLElement>("textarea[name=urls]")?.focus()
    if (Object.keys(found).length > 0 || hasWrongLines) return
    void send(async () => {
      const { id } = await client.schedules.create(request())
      scheduleDraft.value = emptyDraft
      go(`schedules/${id}`)
    })
  }

  return (
    <View title="New schedule" lead="A job that runs by itself. Each run is compared with the one before.">
      <form class="card" ref={form} onSubmit={create}>
        <JobFields draft={draft} urls={urls} faults={faults} onChange={set} />
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
          typed={notify}
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

/** The name of a schedule, and the pages of its job. */
const JobFields = ({ draft, faults, onChange, urls }: {
  readonly draft: ScheduleDraft
  readonly urls: ReadonlyArray<string>
  readonly faults: Faults
  readonly onChange: (to: Partial<ScheduleDraft>) => void
}) => {
  const { kind, name, text, url } = draft
  return (
    <>
      <div class="option-row">
        <ChoiceField label="Job" value={kind} options={kinds} onChange={(kind) => onChange({ kind })} />
        <TextField
          label="Name"
          value={name}
          placeholder={nameFor(draft, urls)}
          fault={faults["name"]}
          onChange={(name) => onChange({ name })}
        />
      </div>
      {kind === "crawl"
        ? (
          <TextField
            label="Start URL"
            inputMode="url"
            required
            placeholder="https://example.com/"
            value={url}
            fault={faults["job/url"]}
            onChange={(url) => onChange({ url })}
          />
        )
        : (
          <UrlList
            text={text}
            urls={urls}
            onChange={(text) => onChange({ text })}
            onAdd={(added) => onChange({ text: text.trim() === "" ? added : `${text.trimEnd()}\n${added}` })}
            apiFault={faults["job/urls"]}
          />
        )}
    </>
  )
}

const kinds: ReadonlyArray<readonly [ScheduleDraft["kind"], string]> = [
  ["crawl", "Crawl a site"],
  ["batch", "Read a list of pages"]
]
