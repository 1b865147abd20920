import { Effect } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { ParsedPage } from "../Page.ts"
import { Budget, SelectorTooCostly } from "./Budget.ts"

/**
 * Max nodes that the selectors of one request may visit in one page. An ordinary selector visits each element once or
 * twice, so fifty of them on the largest page stay well within it. This takes a second or two, less than the timeout of
 * a page.
 */
const maxSteps = 100_000_000

/** Runs work with selectors. It fails with a page error when the budget is used up. */
export const withinBudget = <A>(page: ParsedPage, work: (budget: Budget) => A): Effect.Effect<A, PageError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(work(new Budget(maxSteps)))
    } catch (cause) {
      if (!(cause instanceof SelectorTooCostly)) throw cause
      return Effect.fail(fault.selectorsTooCostly(page.input.url))
    }
  })
