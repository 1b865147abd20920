import { Schema } from "effect"
import { Selector } from "../document/Selector.ts"
import { maxEntries } from "../schema/max-entries.ts"

const maxActions = 50
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

export const kindOf = (action: Action): ActionKind => kinds.find((kind) => action[kind] !== undefined) ?? "screenshot"

/** The selector of an action, for messages. "" without one. Never the text that is typed. */
export const selectorOf = ({ click, hover, scroll, scroll_until, select, type, wait_for }: Action): string =>
  click ?? type?.[0] ?? select?.[0] ?? hover ?? scroll ?? wait_for ?? scroll_until?.no_more ?? ""

/** Whether a list of actions takes pictures, which need a browser that loads images. */
export const takesPictures = (actions: ReadonlyArray<Action> = []): boolean =>
  actions.some(({ screenshot }) => screenshot === true)

/** Whether a list of actions sends keys, which go to the frame that has the focus. */
export const sendsKeys = (actions: ReadonlyArray<Action> = []): boolean =>
  actions.some(({ press, type }) => type !== undefined || press !== undefined)
