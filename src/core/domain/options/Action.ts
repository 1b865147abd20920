import { Result, Schema } from "effect"
import { Selector } from "../document/Selector.ts"
import { maxEntries } from "../schema/max-entries.ts"
import { parseUrlPattern, UrlPatternText } from "./UrlPattern.ts"

const maxActions = 50
/** Patterns of URLs with actions. */
const maxRules = 20
/** Characters. */
const maxText = 2000
/** Milliseconds. */
const maxWait = 30_000
const maxRounds = 100
/** Pictures of one page. */
const maxPictures = 10

/** Keys with a name. Any other key is the one character that it types. */
const keyNames = [
  "Enter",
  "Tab",
  "Escape",
  "Space",
  "Backspace",
  "Delete",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "PageUp",
  "PageDown"
] as const

const isKey = (key: string): boolean => /^[\x20-\x7E]$/.test(key) || keyNames.some((name) => name === key)

const Key = Schema.String.check(
  Schema.makeFilter((key: string) =>
    isKey(key) ? undefined : `is not a key; use one character, or one of ${keyNames.join(", ")}`
  )
)

const Text = Schema.String.check(Schema.isMaxLength(maxText))

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** `path`: how a selector and a text are given. */
const pair = (path: string) =>
  Schema.Tuple([Selector, Text]).annotate({ message: `must be a list of two texts: ${path}` })

const fields = {
  click: Selector.annotate({ description: "Click the first visible element that matches." }),
  type: pair("a CSS selector and the text to type").annotate({
    description: "Replace the text of a field by this text, key by key."
  }),
  press: Key.annotate({ description: `Press a key: one character, or one of ${keyNames.join(", ")}.` }),
  select: pair("the CSS selector of a select element, and the value or the text of one of its options").annotate({
    description: "Choose an option of a select element, by its value or its text."
  }),
  hover: Selector.annotate({ description: "Move the pointer over the first visible element that matches." }),
  // No element has the name `bottom`.
  scroll: Selector.annotate({
    description: "bottom: scroll the page to its end. A selector: scroll to the end of this list, or to this element."
  }),
  scroll_until: Schema.Struct({
    no_more: Schema.optionalKey(Selector.annotate({ description: "Stop when an element matches." })),
    max: between(1, maxRounds).annotate({ description: `Maximum times to scroll to the end, at most ${maxRounds}.` })
  }).annotate({
    identifier: "ScrollUntil",
    message: "must be an object with max and no_more",
    description: "Scroll to the end again and again, until nothing more is loaded."
  }),
  click_until: Schema.Struct({
    click: Selector.annotate({ description: "The control, such as a button that loads more." }),
    max: between(1, maxRounds).annotate({ description: `Maximum times to click, at most ${maxRounds}.` }),
    no_more: Schema.optionalKey(Selector.annotate({ description: "Stop when an element matches." }))
  }).annotate({
    identifier: "ClickUntil",
    message: "must be an object with click, max and no_more",
    description: "Click a control again and again, until it is gone or disabled."
  }),
  next_page: Schema.Struct({
    click: Selector.annotate({ description: "The control that leads to the next page." }),
    max: between(1, maxRounds).annotate({ description: `Maximum times to click, at most ${maxRounds}.` })
  }).annotate({
    identifier: "NextPage",
    message: "must be an object with click and max",
    description: "Go from page to page, and gather their content in order."
  }),
  wait_for: Selector.annotate({ description: "Wait until an element matches." }),
  wait_ms: between(1, maxWait).annotate({ description: `Wait for this many milliseconds, at most ${maxWait}.` }),
  screenshot: Schema.Literal(true).annotate({
    message: "must be true",
    description: `Take a picture of the window, for the field pictures. At most ${maxPictures} times.`
  })
} as const

export type ActionKind = keyof typeof fields
const kinds = Object.keys(fields) as ReadonlyArray<ActionKind>

const oneKind = `must have exactly one key, of ${kinds.join(", ")}`

/** One step in the browser, as an object with one key. */
export const Action = Schema.Struct({
  click: Schema.optionalKey(fields.click),
  type: Schema.optionalKey(fields.type),
  press: Schema.optionalKey(fields.press),
  select: Schema.optionalKey(fields.select),
  hover: Schema.optionalKey(fields.hover),
  scroll: Schema.optionalKey(fields.scroll),
  scroll_until: Schema.optionalKey(fields.scroll_until),
  click_until: Schema.optionalKey(fields.click_until),
  next_page: Schema.optionalKey(fields.next_page),
  wait_for: Schema.optionalKey(fields.wait_for),
  wait_ms: Schema.optionalKey(fields.wait_ms),
  screenshot: Schema.optionalKey(fields.screenshot)
}).check(
  Schema.isMinProperties(1, { message: oneKind }),
  Schema.isMaxProperties(1, { message: oneKind })
).annotate({
  identifier: "Action",
  examples: [{ click: "#more" }, { type: ["input[name=q]", "tides"] }, { scroll: "bottom" }]
})
export interface Action extends Schema.Schema.Type<typeof Action> {}

export const Actions = Schema.Array(Action).check(
  Schema.isNonEmpty(),
  maxEntries(maxActions),
  Schema.makeFilter((actions: ReadonlyArray<Action>) =>
    actions.filter(({ screenshot }) => screenshot === true).length > maxPictures
      ? `must not take more than ${maxPictures} pictures`
      : undefined
  )
)

/** The actions of pages of a crawl, by patterns of their URLs. */
export const PageActions = Schema.Array(
  Schema.Struct({
    pattern: UrlPatternText,
    actions: Actions.annotate({ description: "Steps in a browser before such a page is read, as actions of a scrape." })
  }).annotate({
    identifier: "PageActions",
    message: "must be an object with pattern and actions",
    examples: [{ pattern: "/shop/*", actions: [{ next_page: { click: "a.next", max: 10 } }] }]
  })
).check(Schema.isNonEmpty(), maxEntries(maxRules))

interface ActingOptions {
  readonly actions?: ReadonlyArray<Action>
  readonly page_actions?: typeof PageActions.Type
}

/** The actions of a page of a job: those of all its pages, or of the first pattern that matches. */
export const actionsFor = ({ actions, page_actions = [] }: ActingOptions, url: string) =>
  actions ??
    page_actions.find(({ pattern }) =>
      Result.match(parseUrlPattern(pattern), { onFailure: () => false, onSuccess: ({ matches }) => matches(url) })
    )?.actions

/** Whether any page of a job may have actions. */
export const hasActions = ({ actions, page_actions }: ActingOptions): boolean =>
  actions !== undefined || page_actions !== undefined

export const kindOf = (action: Action): ActionKind => kinds.find((kind) => action[kind] !== undefined) ?? "screenshot"

/** The selector of an action, for messages. "" without one. Never the text that is typed. */
export const selectorOf = (
  { click, click_until, hover, next_page, scroll, scroll_until, select, type, wait_for }: Action
): string =>
  click ?? type?.[0] ?? select?.[0] ?? hover ?? scroll ?? (click_until ?? next_page)?.click ?? wait_for
    ?? scroll_until?.no_more ?? ""

/** Whether a list of actions takes pictures, which need a browser that loads images. */
export const takesPictures = (actions: ReadonlyArray<Action> = []): boolean =>
  actions.some(({ screenshot }) => screenshot === true)

/** Whether a list of actions sends keys, which go to the frame that has the focus. */
export const sendsKeys = (actions: ReadonlyArray<Action> = []): boolean =>
  actions.some(({ press, type }) => type !== undefined || press !== undefined)
