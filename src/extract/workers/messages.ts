import type { LogLevel } from "effect"
import type { PageError } from "../../domain/PageError.ts"
import type { Extraction, LinkExtraction, PageInput } from "../Page.ts"

/** What can be asked of a thread, and what each gives. */
export interface Work {
  readonly extract: Extraction
  readonly links: LinkExtraction
}

/** One page, wholly or for its links alone. The body is transferred, not copied. */
export interface ThreadRequest {
  readonly work: keyof Work
  readonly page: PageInput
}

/** Exactly one `Read` or `Refused` for each request; the document's JSON is transferred. `Log` lines come in between. */
export type ThreadAnswer =
  | { readonly _tag: "Read"; readonly result: Work[keyof Work] }
  | { readonly _tag: "Refused"; readonly error: typeof PageError.Encoded }
  | { readonly _tag: "Log"; readonly level: LogLevel.Severity | undefined; readonly lines: ReadonlyArray<string> }
