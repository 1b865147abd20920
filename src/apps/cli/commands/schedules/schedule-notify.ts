import { Option } from "effect"
import { Flag } from "effect/cli"
import type { ScheduleRequest } from "../../../../contract/client/index.ts"
import { textFlag } from "../../flags.ts"

/** Flags for the messages of a schedule. */
export const notifyFlags = {
  mail: textFlag(
    "mail",
    "Addresses that get a mail about changes, separated by commas (the service needs GLEANER_SMTP)"
  ),
  slack: textFlag("slack", "Slack webhook that gets a message about changes"),
  discord: textFlag("discord", "Discord webhook that gets a message about changes"),
  teams: textFlag("teams", "Teams webhook that gets a message about changes"),
  on: textFlag(
    "on",
    "Changes that these messages report, separated by commas: text, records, picture. Default: text,records"
  ),
  threshold: Flag.Finite("threshold").pipe(
    Flag.withDescription("Smallest change that they report, from 0 to 1. Default: 0, any change"),
    Flag.optional
  )
}

interface Given {
  readonly mail: Option.Option<string>
  readonly slack: Option.Option<string>
  readonly discord: Option.Option<string>
  readonly teams: Option.Option<string>
  readonly on: Option.Option<string>
  readonly threshold: Option.Option<number>
}

/** The fields of the API. Only those that are given. */
export const notifyOf = (
  { discord, mail, on, slack, teams, threshold }: Given
): Pick<ScheduleRequest, "notify" | "on" | "threshold"> => {
  const hooks = Object.entries({ slack, discord, teams }).flatMap(([kind, url]) =>
    Option.isSome(url) ? [{ [kind]: url.value }] : []
  )
  const notify = [...(Option.isSome(mail) ? [{ mail: listed(mail.value) }] : []), ...hooks]
  return {
    ...(notify.length === 0 ? {} : { notify }),
    // The service checks the names.
    ...(Option.isSome(on) ? { on: listed(on.value) as NonNullable<ScheduleRequest["on"]> } : {}),
    ...(Option.isSome(threshold) ? { threshold: threshold.value } : {})
  }
}

const listed = (text: string): Array<string> => text.split(",").map((part) => part.trim()).filter((part) => part !== "")
