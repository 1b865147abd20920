import type { ScheduleRequest } from "../../../contract/client/index.ts"

/** The receivers of messages as they are typed. */
export interface TypedNotify {
  readonly mail: string
  readonly slack: string
  readonly discord: string
  readonly teams: string
  readonly on: "all" | "text" | "records" | "picture"
  /** Percent. */
  readonly threshold: string
}

export const noNotify: TypedNotify = { mail: "", slack: "", discord: "", teams: "", on: "all", threshold: "" }

/** The fields of the API. None without a receiver. */
export const sentNotify = (
  { mail, on, threshold, ...hooks }: TypedNotify
): Pick<ScheduleRequest, "notify" | "on" | "threshold"> => {
  const addresses = mail.split(/[\s,;]+/).filter((address) => address !== "")
  const notify = [
    ...(addresses.length === 0 ? [] : [{ mail: addresses }]),
    ...(["slack", "discord", "teams"] as const).flatMap((kind) =>
      hooks[kind].trim() === "" ? [] : [{ [kind]: hooks[kind].trim() }]
    )
  ]
  if (notify.length === 0) return {}
  return {
    notify,
    ...(on === "all" ? {} : { on: [on] }),
    // The service says what a text that is not a number should be.
    ...(threshold.trim() === "" ? {} : { threshold: Number(threshold.replace(",", ".").replace("%", "")) / 100 })
  }
}
