import type { CallOptions, connect } from "../connection.ts"
import type {
  Schedule,
  ScheduleChanges,
  ScheduleList,
  SchedulePatch,
  ScheduleRequest,
  ScheduleRun,
  ScheduleRuns
} from "../wire.ts"

interface ListOptions extends CallOptions {
  /** A `next_cursor` of the list. Default: from the first row on. */
  readonly after?: string | undefined
  /** Maximum number of rows. Default: that of the route. */
  readonly limit?: number | undefined
}

/** Jobs that the service runs by itself, each compared with the one before. */
export interface ScheduleMethods {
  /** Creates a schedule, which runs from then on. */
  readonly create: (request: ScheduleRequest, call?: CallOptions) => Promise<Schedule>
  /** Lists the schedules of the key, oldest first. */
  readonly list: (page?: ListOptions) => Promise<ScheduleList>
  readonly get: (id: string, call?: CallOptions) => Promise<Schedule>
  /** Changes the given fields; `paused` pauses and resumes. */
  readonly change: (id: string, patch: SchedulePatch, call?: CallOptions) => Promise<Schedule>
  /** Deletes the schedule with its history. Its running job goes on, unless `cancel` is true. */
  readonly delete: (id: string, options?: CallOptions & { readonly cancel?: boolean }) => Promise<Schedule>
  /** Starts a run now. */
  readonly run: (id: string, call?: CallOptions) => Promise<ScheduleRun>
  /** Lists the newest runs, newest first. */
  readonly runs: (id: string, call?: CallOptions) => Promise<ScheduleRuns>
  /** Lists pages that have changed, newest run first. */
  readonly changes: (
    id: string,
    page?: ListOptions & {
      /** Whether each page has its title, its diff and the changes of its records. Default: false. */
      readonly details?: boolean
    }
  ) => Promise<ScheduleChanges>
  /** The same as an Atom feed. */
  readonly feed: (id: string, page?: ListOptions) => Promise<string>
  /** The records of the newest completed run as an Atom feed. */
  readonly recordsFeed: (id: string, call?: CallOptions) => Promise<string>
}

export const scheduleMethods = ({ json, text }: Pick<ReturnType<typeof connect>, "json" | "text">): ScheduleMethods => {
  const path = (id: string) => `/v1/schedules/${encodeURIComponent(id)}`
  return {
    // Sent once: a lost answer must not become a second schedule.
    create: (body, call) => json("/v1/schedules", { ...call, body, tries: 1 }),
    list: ({ signal, ...query } = {}) => json("/v1/schedules", { signal, query }),
    get: (id, call) => json(path(id), { ...call }),
    change: (id, body, call) => json(path(id), { ...call, method: "PATCH", body }),
    delete: (id, { signal, ...query } = {}) => json(path(id), { signal, query, method: "DELETE" }),
    run: (id, call) => json(`${path(id)}/run`, { ...call, method: "POST", tries: 1 }),
    runs: (id, call) => json(`${path(id)}/runs`, { ...call }),
    changes: (id, { signal, ...query } = {}) => json(`${path(id)}/changes`, { signal, query }),
    feed: (id, { signal, ...query } = {}) =>
      text(`${path(id)}/changes`, { signal, query, headers: { accept: "application/atom+xml" } }),
    recordsFeed: (id, { signal } = {}) =>
      text(`${path(id)}/feed`, { signal, query: { of: "records" }, headers: { accept: "application/atom+xml" } })
  }
}
