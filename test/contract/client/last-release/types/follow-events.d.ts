import { type CallOptions, type Connection } from "./connection.ts"
import type { JobEvent } from "./wire.ts"
export interface EventsOptions extends CallOptions {
  /** The id of the last event that you have seen. The events after it come. */
  readonly lastEventId?: string | undefined
}
/** The events of a job to its end. After a cut the iteration goes on behind the last event that it gave. */
export declare function followEvents(
  connection: Connection,
  id: string,
  { lastEventId, signal: own }: EventsOptions
): AsyncGenerator<JobEvent>
