import { type CallOptions, type Connection } from "./connection.ts"
export interface DocumentsOptions extends CallOptions {
  /** A `next_cursor` of the list. Without one the documents come from the first on. */
  readonly after?: string | undefined
  readonly fields?: ReadonlyArray<string> | undefined
}
/** How many failures in a row end an iteration: with the waits between them, more than two minutes. */
export declare const resumeTries = 12
/** The documents of a job as they are stored, to the job's end. After a cut the iteration goes on where it was. */
export declare function followDocuments<D>(
  connection: Connection,
  id: string,
  { after, fields, signal: own }: DocumentsOptions
): AsyncGenerator<D>
