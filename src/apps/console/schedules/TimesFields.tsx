import { useId } from "preact/hooks"
import { sentTimes, type TypedTimes } from "../options/typed-times.ts"
import { ChoiceField, TextField } from "../ui/labelled-fields.tsx"
import type { Faults } from "./api-faults.ts"
import { days, timesInWords } from "./times-in-words.ts"

/** Inputs for the times of a schedule, with the times in words below. */
export const TimesFields = ({ faults, onChange, times }: {
  readonly times: TypedTimes
  readonly faults: Faults
  readonly onChange: (times: TypedTimes) => void
}) => {
  const zones = useId()
  const { rhythm } = times
  const set = <Name extends keyof TypedTimes>(name: Name) => (value: TypedTimes[Name]) =>
    onChange({ ...times, [name]: value })
  return (
    <fieldset class="times">
      <legend>Times</legend>
      <div class="option-row">
        <ChoiceField label="How often" value={rhythm} options={rhythms} onChange={set("rhythm")} />
        {rhythm === "week" && (
          <ChoiceField label="Day" value={times.weekday} options={weekdays} onChange={set("weekday")} />
        )}
        {rhythm === "month" && (
          <TextField
            label="Day of the month"
            type="number"
            min={1}
            max={31}
            required
            value={times.day}
            fault={faults["cron"]}
            onChange={set("day")}
          />
        )}
        {rhythm === "interval" && (
          <>
            <TextField
              label="Every"
              inputMode="decimal"
              required
              value={times.every}
              fault={faults["every_seconds"]}
              onChange={set("every")}
            />
            <ChoiceField label="Unit" value={times.unit} options={units} onChange={set("unit")} />
          </>
        )}
        {rhythm === "cron" && (
          <TextField
            label="Cron pattern"
            required
            value={times.cron}
            placeholder="30 6 * * 1-5"
            fault={faults["cron"]}
            help="Minute, hour, day of the month, month, day of the week."
            onChange={set("cron")}
          />
        )}
        {rhythm !== "cron" && rhythm !== "interval" && (
          <TextField label="At" type="time" required value={times.at} onChange={set("at")} />
        )}
        {rhythm !== "interval" && (
          <TextField
            label="Time zone"
            required
            list={zones}
            value={times.timezone}
            fault={faults["timezone"]}
            onChange={set("timezone")}
          />
        )}
      </div>
      <datalist id={zones}>
        {Intl.supportedValuesOf("timeZone").map((zone) => <option key={zone} value={zone} />)}
      </datalist>
      <p class="faint" role="status">{faults["cron"] === undefined ? wordsOf(times) : ""}</p>
    </fieldset>
  )
}

/** Nothing while the times are not complete. */
const wordsOf = (times: TypedTimes): string => {
  const sent = { cron: null, every_seconds: null, ...sentTimes(times) }
  const isComplete = sent.every_seconds === null ? (sent.cron ?? "") !== "" : sent.every_seconds > 0
  return isComplete ? `${timesInWords(sent)}.` : ""
}

const rhythms: ReadonlyArray<readonly [TypedTimes["rhythm"], string]> = [
  ["day", "Every day"],
  ["weekdays", "Monday to Friday"],
  ["week", "Every week"],
  ["month", "Every month"],
  ["interval", "At an interval"],
  ["cron", "By a cron pattern"]
]

const weekdays = [1, 2, 3, 4, 5, 6, 0].map((day) => [String(day), days[day] ?? ""] as const)

const units: ReadonlyArray<readonly [TypedTimes["unit"], string]> = [
  ["minutes", "minutes"],
  ["hours", "hours"],
  ["days", "days"]
]
