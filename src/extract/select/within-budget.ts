import { Effect } from "effect"
import * as fault from "../../domain/errors/page-errors.ts"
import type { PageError } from "../../domain/errors/PageError.ts"
import type { ParsedPage } from "../Page.ts"
import { Budget, SelectorTooCostly } from "./find-elements.ts"

/**
 * Nodes that the selectors of one request may look at in one page. An ordinary selector looks at each element once or
 * twice, so fifty of them on the largest page stay well within it. It is a second or two of work, less than a reader's
 * time.
 */
const maxSteps = 100_000_000

/** Work with selectors that ends with a page error when it would cost too much. */
export const withinBudget = <A>(page: ParsedPage, work: (budget: Budget) => A): Effect.Effect<A, PageError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(work(new Budget(maxSteps)))
    } catch (cause) {
      if (!(cause instanceof SelectorTooCostly)) throw cause
      return Effect.fail(fault.selectorsTooCostly(page.input.url))
    }
  })
