import type { Styles } from "./in-styles.ts"

// Parts of `in-sight.ts`, as those in `in-styles.ts`: what clips, covers or moves out a text.

export interface Clipping {
  isClipped(style: CSSStyleDeclaration, element: Element): boolean
  /** The reason for which the content of a box is cut off; "" if it is not. */
  cutBy(style: CSSStyleDeclaration, element: Element): string
}

export const clippingIn = ({ clear, steps, styleOf }: Styles): Clipping => {
  const isClipped = (style: CSSStyleDeclaration, element: Element): boolean => {
    const { clip, clipPath, maskImage } = style
    if (clip === "auto" && clipPath === "none" && maskImage === "none") return false
    if (clip !== "auto" && /^(?:absolute|fixed)$/.test(style.position)) {
      const [top = 0, right = 9, bottom = 9, left = 0] = (clip.match(/-?[\d.]+/g) ?? []).map(Number)
      if (clip.startsWith("rect") && (bottom - top <= 1 || right - left <= 1)) return true
    }
    if (maskImage !== "none" && maskImage.includes("gradient(")) {
      const colors = maskImage.match(/rgba?\([^()]*\)/g) ?? []
      if (colors.length > 0 && colors.every((color) => clear.test(color))) return true
    }
    if (clipPath === "none") return false
    const [, name = "", inner = ""] = /^([a-z]+)\((.*)\)$/.exec(clipPath) ?? []
    if (name === "inset" || name === "rect" || name === "xywh") {
      const box = element.getBoundingClientRect()
      const sides = (inner.split(" round ")[0] ?? "").split(" ").map((side, index) => {
        const whole = index % 2 === 0 ? box.height : box.width
        return side.endsWith("%") ? Number.parseFloat(side) / 100 : whole === 0 ? 0 : Number.parseFloat(side) / whole
      })
      const [top = 0, right = top, bottom = top, left = right] = sides
      return name === "inset" && (top + bottom > 0.99 || left + right > 0.99)
    }
    if (name === "circle" || name === "ellipse") {
      return (inner.split(/ ?\bat\b/)[0] ?? "").split(" ").some((radius) => Number.parseFloat(radius) === 0)
    }
    if (name === "polygon") {
      const corners = inner.replace(/^(?:nonzero|evenodd), ?/, "").split(",").map((corner) => corner.trim().split(" "))
      return [0, 1].some((axis) => corners.every((corner) => corner[axis] === corners[0]?.[axis]))
    }
    return name === "path" && !/[1-9]/.test(inner)
  }

  /** A box of no height or width cuts off its content, but not what is placed by an element around it. */
  const cutBy = (style: CSSStyleDeclaration, element: Element): string => {
    const { offsetHeight, offsetWidth } = element as HTMLElement
    if (offsetHeight === undefined || offsetHeight > 1 && offsetWidth > 1) return ""
    if (/^(?:inline|contents)$/.test(style.display)) return ""
    const isContained = /strict|content|paint/.test(style.contain)
    const cuts = (overflow: string, length: number) =>
      length <= 1 && (isContained || /^(?:hidden|clip)$/.test(overflow) || length === 0 && overflow !== "visible")
    const [isLow, isNarrow] = [cuts(style.overflowY, offsetHeight), cuts(style.overflowX, offsetWidth)]
    if (!isLow && !isNarrow) return ""
    // Both at once are for screen readers only.
    const reason = isLow && isNarrow ? "clip" : "size"
    if (isContained || style.position !== "static") return reason
    for (const below of element.getElementsByTagName("*")) {
      if (--steps.left < 0) return reason
      if (/^(?:absolute|fixed)$/.test(styleOf(below).position)) return ""
    }
    return reason
  }

  return { isClipped, cutBy }
}

/** Whether no scrolling brings a box of an element to the screen. */
export type IsOutside = (own: Element, box: DOMRect) => boolean

export const outsideIn = ({ parentOf, styleOf }: Styles): IsOutside => {
  const farRight = Math.min(Math.max(document.scrollingElement?.scrollWidth ?? 0, innerWidth), innerWidth + 5000)
  const farDown = Math.max(document.scrollingElement?.scrollHeight ?? 0, innerHeight)
  return (own: Element, box: DOMRect): boolean => {
    // Nearly all texts are after the start of the page.
    if (own.ownerDocument === document && box.right + pageXOffset > 0 && box.bottom + pageYOffset > 0) {
      if (box.left + pageXOffset < farRight && box.top + pageYOffset < farDown) return false
    }
    const view = own.ownerDocument.defaultView ?? window
    const { documentElement, scrollingElement } = own.ownerDocument
    const width = Math.max(scrollingElement?.scrollWidth ?? 0, view.innerWidth)
    const isBefore = box.right + view.scrollX <= 0 && styleOf(documentElement).direction !== "rtl"
    const height = Math.max(scrollingElement?.scrollHeight ?? 0, view.innerHeight)
    // Nobody scrolls that far to the side, where pages do not go on.
    const isPast = box.left + view.scrollX >= Math.min(width, view.innerWidth + 5000) ||
      box.top + view.scrollY >= height
    if (!isBefore && !isPast && box.bottom + view.scrollY > 0) return false
    for (let at = parentOf(own); at !== null; at = parentOf(at)) {
      if (at.scrollTop !== 0 || at.scrollLeft !== 0) return at === scrollingElement
    }
    return true
  }
}

/** Whether something else than a background of its ancestors may be behind a text, up to `end`. */
export type MayCover = (own: Element, box: DOMRect, end: Element | null) => boolean

/** Pictures are not loaded. */
export const coverIn = (
  { clear, parentOf, steps, styleOf }: Styles,
  { draws }: { draws(own: Element): boolean }
): MayCover => {
  let painted: ReturnType<typeof paint> | undefined
  const isPlaced = (own: Element) => {
    const { display, position } = styleOf(own)
    return position !== "static" || display.includes("grid")
  }
  const isPicture = (own: Element) => /^(?:img|video|canvas|picture|iframe|object|embed|svg)$/.test(own.localName)
  const paint = () =>
    [...document.querySelectorAll("*")].filter((other) => {
      if (isPicture(other)) return true
      const { backgroundColor, backgroundImage } = styleOf(other)
      return backgroundImage !== "none" || !clear.test(backgroundColor)
    }).map((other) => ({ other, box: other.getBoundingClientRect() }))

  return (own, box, end) => {
    for (let at: Element | null = own; at !== null; at = at === end ? null : parentOf(at)) if (draws(at)) return true
    painted ??= paint()
    return painted.some(({ box: behind, other }) => {
      if (--steps.left < 0) return false
      if (behind.width > 1 && behind.height > 1) {
        return box.left < behind.right && behind.left < box.right && box.top < behind.bottom &&
          behind.top < box.bottom && !other.contains(own) && !own.contains(other)
      }
      if (!isPicture(other) || end !== null && !end.contains(other)) return false
      // A picture without its size may be anywhere in the part that it shares with the text, if one of them is placed.
      let isNear = isPlaced(other)
      for (let at: Element | null = own; at !== null && at !== end && at.localName !== "body"; at = parentOf(at)) {
        isNear ||= isPlaced(at)
        if (at !== own && at.contains(other)) return isNear
      }
      return false
    })
  }
}
