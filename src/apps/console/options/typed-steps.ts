/** A value of a step. Its place in the API: the whole value of the step, an item of a list, or a key of an object. */
interface StepPart {
  readonly label: string
  readonly at: "value" | number | string
  readonly hint: string
  readonly isNumber?: boolean
  readonly isOptional?: boolean
}

const selector = (hint: string): StepPart => ({ label: "Element", at: "value", hint })

/** The kinds of steps, with what each needs. */
export const stepKinds: ReadonlyArray<readonly [kind: string, label: string, parts: ReadonlyArray<StepPart>]> = [
  ["click", "Click", [selector("#more")]],
  ["type", "Type", [
    { label: "Field", at: 0, hint: "input[name=q]" },
    { label: "Text", at: 1, hint: "tides" }
  ]],
  ["press", "Press a key", [{ label: "Key", at: "value", hint: "Enter" }]],
  ["select", "Choose in a list", [
    { label: "List", at: 0, hint: "select[name=size]" },
    { label: "Value or text", at: 1, hint: "large" }
  ]],
  ["hover", "Move the pointer to", [selector(".menu")]],
  ["scroll", "Scroll to", [{ label: "bottom, or an element", at: "value", hint: "bottom" }]],
  ["scroll_until", "Scroll until no more is loaded", [
    { label: "At most, times", at: "max", hint: "20", isNumber: true },
    { label: "Stop at", at: "no_more", hint: ".end", isOptional: true }
  ]],
  ["click_until", "Click until it is gone", [
    { label: "Element", at: "click", hint: ".load-more" },
    { label: "At most, times", at: "max", hint: "20", isNumber: true },
    { label: "Stop at", at: "no_more", hint: ".end", isOptional: true }
  ]],
  ["next_page", "Go to the next page", [
    { label: "Element", at: "click", hint: "a.next" },
    { label: "At most, times", at: "max", hint: "10", isNumber: true }
  ]],
  ["wait_for", "Wait for", [selector(".price")]],
  ["wait_ms", "Wait", [{ label: "Milliseconds", at: "value", hint: "1000", isNumber: true }]],
  ["screenshot", "Take a picture", []]
]

/** A step while it is typed: its values in the order of its parts. */
export interface TypedStep {
  readonly kind: string
  readonly values: ReadonlyArray<string>
}

/** Steps for the URLs that match a pattern. */
export interface TypedPageSteps {
  readonly pattern: string
  readonly steps: ReadonlyArray<TypedStep>
}

export const emptyStep: TypedStep = { kind: "click", values: [] }

/** The value of a form field holds the steps, or those of each pattern, as JSON. */
export const typedSteps = <A extends TypedStep | TypedPageSteps>(json: string): ReadonlyArray<A> =>
  json === "" ? [] : JSON.parse(json) as ReadonlyArray<A> // written by jsonOfSteps

export const jsonOfSteps = (steps: ReadonlyArray<TypedStep | TypedPageSteps>): string =>
  steps.length === 0 ? "" : JSON.stringify(steps)

export const partsOfStep = (kind: string): ReadonlyArray<StepPart> =>
  stepKinds.find(([name]) => name === kind)?.[2] ?? []

/** A step as the API takes it. */
export const sentStep = ({ kind, values }: TypedStep): object => {
  const parts = partsOfStep(kind)
  if (parts.length === 0) return { [kind]: true }
  const given = parts.map(({ isNumber, isOptional, ...part }, index) => {
    const text = values[index] ?? ""
    const isLeftOut = isOptional === true && text.trim() === ""
    // The API says what a text that is not a number should be.
    const number = Number(text)
    return { ...part, value: isLeftOut ? undefined : isNumber === true && !Number.isNaN(number) ? number : text }
  })
  const [first] = given
  if (first?.at === "value") return { [kind]: first.value }
  if (first?.at === 0) return { [kind]: given.map(({ value }) => value) }
  return {
    [kind]: Object.fromEntries(given.filter(({ value }) => value !== undefined).map(({ at, value }) => [at, value]))
  }
}

export const sentPageSteps = ({ pattern, steps }: TypedPageSteps): object => ({
  pattern: pattern.trim(),
  actions: steps.map(sentStep)
})
