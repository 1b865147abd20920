import { signal } from "@preact/signals"
import type { Values } from "./read-options.ts"
import type { TypedNotify } from "./typed-notify.ts"
import type { TypedTimes } from "./typed-times.ts"

/** The form for a new schedule, which keeps its values while another view is open. */
export interface ScheduleDraft {
  readonly kind: "crawl" | "batch"
  readonly name: string
  /** Start of a crawl. */
  readonly url: string
  /** URLs of a batch. */
  readonly text: string
  readonly values: Values
  readonly keep: string
  /** Undefined until the user has changed them. */
  readonly times: TypedTimes | undefined
  /** Receivers of messages. Undefined until the user has changed them. */
  readonly notify: TypedNotify | undefined
}

export const emptyDraft: ScheduleDraft = {
  kind: "crawl",
  name: "",
  url: "",
  text: "",
  values: {},
  keep: "10",
  times: undefined,
  notify: undefined
}

export const scheduleDraft = signal(emptyDraft)

/** Fills the form with a job of another form. */
export const draftJob = (job: Partial<ScheduleDraft>): void => {
  scheduleDraft.value = { ...emptyDraft, ...job }
}
