import type { ScheduleRequest } from "../../../contract/client/index.ts"
import { WebhookInput } from "../options/WebhookInput.tsx"

/** The receiver of the events of a schedule. */
export const WebhookField = ({ fault, help, json, label, onChange }: {
  readonly label: string
  readonly help: string
  readonly json: string
  readonly fault: string | undefined
  readonly onChange: (json: string) => void
}) => (
  <fieldset class="field of-parts webhook">
    <legend>{label}</legend>
    <WebhookInput json={json} isOfSchedule isInvalid={fault !== undefined} onChange={onChange} />
    <small>{fault ?? help}</small>
  </fieldset>
)

/** The field of the API; none if the input is empty. */
export const sentWebhook = (json: string): Pick<ScheduleRequest, "webhook"> =>
  json === "" ? {} : { webhook: JSON.parse(json) as NonNullable<ScheduleRequest["webhook"]> } // written by WebhookInput
