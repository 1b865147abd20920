/**
 * Scripts that type, for the isolated world of the main frame, as `in-page.ts`. Keys go to the focused element of the
 * window, which any frame can take. Each key is sent only while the prepared field has the focus.
 */

/** The state of a field before typing: `typed` if it has its text already. */
export type Prepared = "ready" | "typed" | { readonly fault: string }

/**
 * Focuses the `__target` of `in-target.ts` and selects its text, so typing replaces it. Inserts the text itself if
 * keys could go astray: then no frame can take the focus between a check and a key.
 */
export const prepareTyping = (selector: string, text: string): string =>
  `${define}; __typing.prepare(${JSON.stringify(selector)}, ${JSON.stringify(text)})`

/** Whether the prepared field has the focus. Returns the fault, or "". */
export const checkField = "globalThis.__typing ? __typing.check() : \"the page was replaced\""

/** Whether a key may be pressed: `typed` if this character has been inserted instead. */
export const preparePress = (key: string): string => `${define}; __typing.press(${JSON.stringify(key)})`

/** Which element has the focus, and whether a frame could take it. */
const focusIn = () => {
  const isFrame = ({ localName }: Element) => ["iframe", "frame", "object", "embed"].includes(localName)
  /** Of a frame of the same origin. */
  const inside = (frame: Element) => (frame as HTMLIFrameElement).contentDocument ?? null
  /** Through frames of the same origin and open shadow roots. Any other frame is the focused element itself. */
  const focused = (): Element | null => {
    let element = document.activeElement
    while (element !== null) {
      const inner: Element | null | undefined = isFrame(element)
        ? inside(element)?.activeElement
        : element.shadowRoot?.activeElement
      if (inner === null || inner === undefined) return element
      element = inner
    }
    return null
  }
  const isAway = (element: Element) => isFrame(element) && inside(element) === null
  /** Frames with a URL of another origin are not loaded. Sandboxed ones and `data:` are, and can take the focus. */
  const hasOthers = (root: Document | ShadowRoot): boolean => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot !== null && hasOthers(element.shadowRoot)) return true
      if (!isFrame(element)) continue
      const inner = inside(element)
      if (inner === null || hasOthers(inner)) return true
    }
    return false
  }
  return { focused, hasOthers, isAway }
}

const makeTyping = ({ focused, hasOthers, isAway }: ReturnType<typeof focusIn>) => {
  const away = "the focus is in a frame of another origin, where no text is typed"
  let field: HTMLElement | undefined
  let path = ""
  const isUntyped = (input: HTMLInputElement) =>
    ["checkbox", "radio", "button", "submit", "reset", "image", "hidden", "file"].includes(input.type)
  const isText = (element: Element): element is HTMLInputElement =>
    element.localName === "textarea" || (element.localName === "input" && !isUntyped(element as HTMLInputElement))
  /** Fields for one character each pass the focus on. */
  const isFull = (element: HTMLElement) => {
    const { maxLength, value } = element as HTMLInputElement
    return isText(element) && maxLength > 0 && value.length >= maxLength
  }
  const nameOf = ({ id, localName }: Element) => `<${localName}${id === "" ? "" : ` id="${id}"`}>`.slice(0, 120)
  const check = (): string => {
    const now = focused()
    if (field === undefined || now === null) return "nothing has the focus"
    if (now === field || (field.isContentEditable && now.contains(field))) return ""
    if (isAway(now)) return away
    if (isText(now) && (isFull(field) || (!field.isConnected && now.matches(path)))) {
      field = now
      return ""
    }
    return `the focus has moved from the field to ${nameOf(now)}`
  }
  /** Into the focused element, instead of what is selected. Returns whether it took the text. */
  const insert = ({ ownerDocument }: Element, text: string): boolean => {
    if (text !== "") return ownerDocument.execCommand("insertText", false, text)
    // False for a field that was empty before.
    ownerDocument.execCommand("delete")
    return true
  }

  return {
    prepare: (selector: string, text: string): Prepared => {
      const { __target } = globalThis as { __target?: HTMLElement }
      if (__target === undefined) return { fault: "the element has gone" }
      const fields = "input, textarea, [contenteditable]"
      field = __target.matches(fields) ? __target : __target.querySelector<HTMLElement>(fields) ?? __target
      path = selector
      const input = field as HTMLInputElement
      const isInput = field.localName === "textarea" || field.localName === "input"
      if (isInput && input.readOnly) return { fault: "the field is read-only" }
      if (isInput && input.type === "file") return { fault: "files are never uploaded" }
      if (!field.isContentEditable && !isText(field)) return { fault: "no text can be typed into the element" }
      field.focus({ preventScroll: true })
      if (["date", "time", "month", "week", "datetime-local", "color", "range"].includes(input.type)) {
        input.value = text
        if (input.value === "") return { fault: `the text is not a valid value for an input of type ${input.type}` }
        input.dispatchEvent(new Event("input", { bubbles: true, composed: true }))
        input.dispatchEvent(new Event("change", { bubbles: true }))
        return "typed"
      }
      if (field.isContentEditable) field.ownerDocument.getSelection()?.selectAllChildren(field)
      else input.select()
      if (!hasOthers(document)) return "ready"
      const fault = check()
      if (fault !== "") return { fault }
      return insert(field, text) ? "typed" : { fault: "no text can be typed into the element" }
    },
    check,
    press: (key: string): Prepared => {
      const now = focused()
      if (now === null) return "ready"
      if (isAway(now)) return { fault: away }
      const isTyped = key.length === 1 && (isText(now) || (now as HTMLElement).isContentEditable)
      return isTyped && hasOthers(document) && insert(now, key) ? "typed" : "ready"
    }
  }
}

const define = `globalThis.__typing ??= (${makeTyping.toString()})((${focusIn.toString()})())`
