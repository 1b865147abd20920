import type { DataSchema } from "../../core/domain/data/DataSchema.ts"
import { induce, type Induction, type LayoutPage } from "../select/wrapper/induce/induce.ts"

/** Pages of one layout, as Documents in JSON with `final_url` and `html`. */
export interface LayoutExamples {
  /** URL of the first example, for the log. */
  readonly url: string
  readonly schema: typeof DataSchema.Type
  /** Pages with their right data. */
  readonly examples: ReadonlyArray<{ readonly document: Uint8Array; readonly data: unknown }>
  /** Pages that the rules are tried on. */
  readonly checks: ReadonlyArray<Uint8Array>
}

/** Learns rules from examples. */
export const learnRules = ({ checks, examples, schema }: LayoutExamples): Induction =>
  induce(schema, examples.map(({ data, document }) => ({ ...pageOf(document), data })), checks.map(pageOf))

const pageOf = (document: Uint8Array): LayoutPage => {
  const { final_url, html } = JSON.parse(decoder.decode(document)) as { final_url: string; html: string } // our own
  return { page: html, url: final_url }
}

const decoder = new TextDecoder()
