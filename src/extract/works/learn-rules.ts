import type { DataSchema } from "../../core/domain/data/DataSchema.ts"
import type { Rules } from "../../core/domain/data/Rules.ts"
import { hideParts } from "../content/visible/hide-parts.ts"
import { markUnseen } from "../content/visible/mark-unseen.ts"
import { parseHtml } from "../dom/parse-html.ts"
import type { PageInput } from "../Page.ts"
import { induce, type Induction } from "../select/wrapper/induce/induce.ts"
import { relearn, type Relearnt } from "../select/wrapper/induce/relearn.ts"
import { ruleFits } from "../select/wrapper/induce/rule-fits.ts"

/** A page as a Document in JSON with `final_url` and `html`. */
export interface LayoutDocument {
  readonly document: Uint8Array
  /** Of a rendered page: as in `PageInput`. */
  readonly unseen?: PageInput["unseen"] & {}
}

/** Pages of one layout. */
export interface LayoutExamples {
  /** URL of the first example, for the log. */
  readonly url: string
  readonly schema: typeof DataSchema.Type
  /** Pages with their right data. */
  readonly examples: ReadonlyArray<LayoutDocument & { readonly data: unknown }>
  /** Pages that the rules are tried on. */
  readonly checks: ReadonlyArray<LayoutDocument>
  /** Rules that are learnt anew: the examples have the data of before. */
  readonly before?: Rules
}

export interface LearntRules extends Induction, Partial<Pick<Relearnt, "renewed" | "unfit">> {
  /** Data of the pages by the rules: of the examples, then of the checked ones. Empty without rules. */
  readonly data: ReadonlyArray<unknown>
}

/** Learns rules from examples, or anew. */
export const learnRules = ({ before, schema, ...pages }: LayoutExamples): LearntRules => {
  const examples = pages.examples.map(({ data, ...page }) => ({ ...pageOf(page), data }))
  const checks = pages.checks.map(pageOf)
  if (before !== undefined) return relearn(schema, before, examples, checks)
  const induction = induce(schema, examples, checks)
  const { rules } = induction
  return { ...induction, data: rules === null ? [] : ruleFits(rules, schema, examples, checks).data }
}

/** The tree that rules are run on has no parts that readers cannot see. */
const pageOf = ({ document, unseen }: LayoutDocument) => {
  const { final_url, html } = JSON.parse(decoder.decode(document)) as { final_url: string; html: string } // our own
  const marked = unseen === undefined ? undefined : markUnseen(html, unseen)
  const page = parseHtml(marked?.text ?? html)
  hideParts(page, false, marked?.take(page.document))
  return { page, url: final_url }
}

const decoder = new TextDecoder()
