import { Predicate, Result, Schema } from "effect"
import { type Action, Actions } from "../../core/domain/options/Action.ts"
import { wrongFields } from "../../core/domain/options/wrong-fields.ts"
import { strict } from "../../core/domain/schema/strict.ts"

/** Firecrawl's actions that Gleaner does not have, and why. */
const missing: Readonly<Record<string, string>> = {
  executeJavascript: "runs no script of a caller; use click, write, press, scroll or wait",
  scrape: "is not there: the page is read once, after the last action; leave it out",
  pdf: "is not there; use format pdf of POST /v1/screenshot, which has actions too"
}

const known = "is not an action; the actions are wait, click, write, press, scroll and screenshot"

type Given = Readonly<Record<string, unknown>>

/**
 * Gleaner's action for one of Firecrawl's, or the reason why there is none. `before`: the selector of the click before.
 */
const actionOf = (given: Given, before: unknown): object | string => {
  const { direction = "down", key, milliseconds, selector, text, type } = given
  switch (type) {
    case "wait":
      return selector === undefined ? { wait_ms: milliseconds } : { wait_for: selector }
    case "click":
      return given["all"] === true ? "clicks one element; leave all out" : { click: selector }
    case "write":
      return before === undefined ? "needs a click on its field right before it" : { type: [before, text] }
    case "press":
      return { press: key }
    case "scroll":
      return direction === "down" ? { scroll: selector ?? "bottom" } : "scrolls down only; leave direction out"
    case "screenshot":
      return given["fullPage"] === true || given["viewport"] !== undefined
        ? "is of the window; ask for the format screenshot for the whole page"
        : { screenshot: true }
    default:
      return typeof type === "string" && Object.hasOwn(missing, type) ? missing[type] ?? known : known
  }
}

export interface WrongAction {
  readonly path: ReadonlyArray<PropertyKey>
  readonly issue: string
}

const decode = Schema.decodeUnknownResult(Actions)

/** Gleaner's actions for those of a request, or the fault of each wrong one. An empty list, or `{}`, is none. */
export const actionsIn = (
  given: unknown
): Result.Result<ReadonlyArray<Action> | undefined, ReadonlyArray<WrongAction>> => {
  if (given === undefined || (Array.isArray(given) && given.length === 0) || JSON.stringify(given) === "{}") {
    return Result.succeed(undefined)
  }
  if (!Array.isArray(given)) return Result.fail([{ path: [], issue: "must be a list" }])
  const found = given.map((one: unknown, index): object | string => {
    if (!Predicate.isObject(one)) return "must be an object"
    const last: unknown = given[index - 1]
    const isClicked = Predicate.hasProperty(last, "type") && last.type === "click"
    return actionOf(one as Given, isClicked && Predicate.hasProperty(last, "selector") ? last.selector : undefined)
  })
  const refused = found.flatMap((one, index) => typeof one === "string" ? [{ path: [index], issue: one }] : [])
  if (refused.length > 0) return Result.fail(refused)
  return Result.mapError(
    decode(found, strict),
    ({ issue }) =>
      wrongFields(issue, { max: 20 }).map(({ detail, path }) => ({ path: path.slice(0, 1), issue: detail }))
  )
}
