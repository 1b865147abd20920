import type { Answer, InitialState, Operations, Params } from "../shared/one-process/operations.ts"

/** The settings of the thread. */
export interface FileLimits {
  readonly file: string
  readonly storeBytes: number
  readonly ledgerPages: number
  readonly maxCrawls: number
  readonly maxCrawlsPerKey: number
}

/** One message to the thread. A batch of writes is one transaction. */
export interface Batch {
  readonly number: number
  readonly isWrite: boolean
  readonly calls: ReadonlyArray<Call<keyof Operations>>
}

export interface Call<Name extends keyof Operations> {
  readonly name: Name
  readonly params: Params<Name>
}

export type Outcome = { readonly answer: Answer<keyof Operations> } | Fault

export interface Fault {
  readonly fault: string
  /** The file is damaged, so that retries do not help. */
  readonly isDamaged?: boolean
}

/** `Fault` ends the thread, because the file cannot be opened. Each batch gets one `Answers`. */
export type FromThread =
  | { readonly _tag: "Fault"; readonly fault: string }
  | { readonly _tag: "Open"; readonly initial: InitialState }
  | { readonly _tag: "Answers"; readonly number: number; readonly outcomes: ReadonlyArray<Outcome> }
  | { readonly _tag: "Closed" }
