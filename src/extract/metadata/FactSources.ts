import type { PageContent, ParsedPage } from "../Page.ts"
import type { JsonObject } from "./declared/json-ld.ts"
import type { MetaTags } from "./declared/meta-tags.ts"
import type { PageMarks } from "./page-marks.ts"

/** Input of every function that reads a fact from the page. */
export interface FactSources {
  readonly page: ParsedPage
  readonly content: PageContent
  readonly marks: PageMarks
  readonly meta: MetaTags
  /** Text of the title element. */
  readonly documentTitle: string
  /** Lines around the headline. */
  readonly beside: ReadonlyArray<string>
  readonly jsonLd: ReadonlyArray<JsonObject>
  /** Main JSON-LD object of the page: an article, a product, a question ... */
  readonly main: JsonObject | undefined
}
