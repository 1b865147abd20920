/**
 * Parts of `in-sight.ts`, which are sent to the isolated world as source text: each uses nothing from outside itself
 * but what it is given.
 */

export interface Styles {
  styleOf(element: Element): CSSStyleDeclaration
  /** In the flat tree. */
  parentOf(element: Element): Element | null
  /** Matches colors that nobody sees. */
  readonly clear: RegExp
  /** Bounds the work of the few tests that read more than one element. */
  readonly steps: { left: number }
}

export const stylesIn = (): Styles => ({
  styleOf: (element) => (element.ownerDocument.defaultView ?? window).getComputedStyle(element),
  parentOf: (element) => {
    if (element.assignedSlot !== null) return element.assignedSlot
    return element.parentElement ?? (element.parentNode instanceof ShadowRoot ? element.parentNode.host : null)
  },
  clear: /^(?:transparent$|rgba\(.*, 0(?:\.0[0-4]\d*)?\)$)/,
  steps: { left: 1_000_000 }
})
