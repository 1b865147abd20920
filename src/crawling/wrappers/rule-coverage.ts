import { filledPointers } from "../../core/domain/data/filled-pointers.ts"
import type { Rules } from "../../core/domain/data/Rules.ts"
import type { RuleCoverage } from "../../core/domain/job/LedgerRow.ts"

/** The fields that the rules of a wrapper gave for a page. */
export const ruleCoverage = (
  wrapper: string,
  rules: Rules,
  fields: Parameters<typeof filledPointers>[0]
): RuleCoverage => {
  const filled = filledPointers(fields)
  const pointers = new Set(rules.fields.map(({ pointer }) => pointer))
  return { wrapper, missing: [...pointers].filter((pointer) => !filled.has(pointer)) }
}
