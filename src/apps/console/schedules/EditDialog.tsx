import { useState } from "preact/hooks"
import type { Schedule } from "../../../contract/client/index.ts"
import { noNotify, sentNotify } from "../options/typed-notify.ts"
import { sentTimes, typedTimes } from "../options/typed-times.ts"
import { client } from "../session.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { useFaultFocus } from "../ui/hooks/use-fault-focus.ts"
import { useRequest } from "../ui/hooks/use-request.ts"
import { TextField } from "../ui/labelled-fields.tsx"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import { faultsOf } from "./api-faults.ts"
import { NotifyFields } from "./NotifyFields.tsx"
import { TimesFields } from "./TimesFields.tsx"
import { sentWebhook, WebhookField } from "./WebhookField.tsx"

/** Name, times and history of a schedule, to be changed. Its job and its history stay. */
export const EditDialog = ({ onClose, onSaved, schedule }: {
  readonly schedule: Schedule
  readonly onClose: () => void
  readonly onSaved: () => void
}) => {
  const [name, setName] = useState(schedule.name)
  const [times, setTimes] = useState(() => typedTimes(schedule))
  const [keep, setKeep] = useState(String(schedule.keep))
  const [webhook, setWebhook] = useState("")
  const [notify, setNotify] = useState(noNotify)
  const { error, isBusy, send } = useRequest()
  const { faults, rest } = faultsOf(error, [
    "name",
    "cron",
    "every_seconds",
    "timezone",
    "keep",
    "webhook",
    "notify",
    "on",
    "threshold"
  ])
  const form = useFaultFocus(error)

  const save = (event: Event) => {
    event.preventDefault()
    void send(async () => {
      await client.schedules.change(schedule.id, {
        name: name.trim(),
        keep: Number(keep),
        ...sentTimes(times),
        ...sentWebhook(webhook),
        ...sentNotify(notify)
      })
      onSaved()
    })
  }

  return (
    <Dialog title={`Edit ${schedule.name}`} onClose={onClose}>
      <form ref={form} onSubmit={save}>
        <TextField label="Name" required value={name} fault={faults["name"]} onChange={setName} />
        <TimesFields times={times} faults={faults} onChange={setTimes} />
        <KeepField value={keep} fault={faults["keep"]} onChange={setKeep} />
        <WebhookField
          label="New webhook"
          help="Replaces the present one, which is not shown, as it may contain a secret."
          json={webhook}
          fault={faults["webhook"]}
          onChange={setWebhook}
        />
        <NotifyFields
          typed={notify}
          help={schedule.receivers === undefined
            ? "One message for each run with changes."
            : `Replaces the present receivers (${schedule.receivers.join(", ")}), which are not shown.`}
          fault={faults["notify"] ?? faults["on"] ?? faults["threshold"]}
          onChange={setNotify}
        />
        {rest !== undefined && <Problem error={rest} />}
        <footer>
          <SmallButton onClick={onClose}>Cancel</SmallButton>
          <button type="submit" class="small" disabled={isBusy} aria-busy={isBusy}>Save</button>
        </footer>
      </form>
    </Dialog>
  )
}

export const KeepField = (
  field: { readonly value: string; readonly fault: string | undefined; readonly onChange: (keep: string) => void }
) => (
  <TextField
    label="Runs to keep"
    inputMode="numeric"
    required
    help="The newest runs, from 1 to 100. Their jobs do not expire."
    {...field}
  />
)
