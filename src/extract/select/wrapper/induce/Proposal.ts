import type { FieldRule } from "../../../../core/domain/data/Rules.ts"

/** A rule that is right for one scope. The cost says how soon it may fail on other pages. */
export interface Proposal {
  readonly rule: FieldRule
  readonly cost: number
}
