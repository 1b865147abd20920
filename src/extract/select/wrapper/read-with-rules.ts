import type { PageRecord } from "../../../core/domain/document/Document.ts"
import type { PageContent, PageFacts, ParsedPage } from "../../Page.ts"
import { type FoundData, readData } from "../../records/data/read-data.ts"
import { shapeOf } from "../../records/data/shape-of.ts"
import { isHtml } from "../apply-selectors.ts"
import type { Budget } from "../Budget.ts"
import { MergedData, missingOf, sourceOf } from "./merge-data.ts"
import { runRules } from "./run-rules.ts"

/** The data of a page by the rules of its wrapper, if it has one. Declared data gives the values that the rules miss. */
export const readWithRules = (
  page: ParsedPage,
  content: PageContent,
  facts: PageFacts,
  records: ReadonlyArray<PageRecord>,
  budget: Budget
): FoundData | undefined => {
  const declared = readData(page, content, facts, records)
  const { options, wrapperRules } = page.input
  const schema = options?.schema
  const shape = schema === undefined ? undefined : shapeOf(schema)
  if (declared === undefined || schema === undefined || shape === undefined) return declared
  if (wrapperRules === undefined || !isHtml(page)) return declared
  const { data, fields, missing } = runRules(wrapperRules.rules, schema, page, budget)
  const merge = new MergedData(fields, declared.trace.fields)
  const instance = merge.merged(shape, data ?? undefined, declared.instance ?? undefined, "")
  return {
    // Both are of the shape.
    instance: (instance ?? null) as FoundData["instance"],
    trace: {
      source: sourceOf(merge.fields),
      wrapper: wrapperRules.wrapper,
      fields: merge.fields,
      missing: data === null ? declared.trace.missing : missingOf(missing, merge.fields, declared.trace.missing)
    }
  }
}
