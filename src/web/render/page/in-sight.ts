/**
 * Decides which texts of a page its reader does not see, by the computed style and the layout that the browser has
 * already. Called while the tree is serialized (`flatten`). It is sent to the isolated world as source text, so it uses
 * nothing from outside itself, and is one function. Closed `details` count as open, because a reader opens them.
 */
export const sightIn = (): Sight => {
  const minOpacity = 0.05
  const clear = /^(?:transparent$|rgba\(.*, 0(?:\.0[0-4]\d*)?\)$)/
  const skipped = new Set(
    "head script style math svg select datalist textarea rp audio video canvas object noscript template".split(" ")
  )
  // Bounds the work of the few tests that read more than one element.
  let steps = 1_000_000
  let painted: ReturnType<typeof paint> | undefined
  let last: { readonly own: Element | undefined; readonly reason: string } = { own: undefined, reason: "" }
  const farRight = Math.min(Math.max(document.scrollingElement?.scrollWidth ?? 0, innerWidth), innerWidth + 5000)
  const farDown = Math.max(document.scrollingElement?.scrollHeight ?? 0, innerHeight)
  const range = document.createRange()
  const styleOf = (element: Element) => (element.ownerDocument.defaultView ?? window).getComputedStyle(element)
  const parentOf = (element: Element): Element | null => {
    if (element.assignedSlot !== null) return element.assignedSlot
    return element.parentElement ?? (element.parentNode instanceof ShadowRoot ? element.parentNode.host : null)
  }

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
      if (--steps < 0) return reason
      if (/^(?:absolute|fixed)$/.test(styleOf(below).position)) return ""
    }
    return reason
  }

  /** The state of an element within that of its parent. */
  const element = (own: Element, around: Sighted): Sighted => {
    if (around.reason !== "" || around.isSkipped || own.firstChild === null && own.shadowRoot === null) return around
    if (skipped.has(own.localName)) return { ...around, isSkipped: true }
    const style = styleOf(own)
    if (style.display === "none") return { ...around, reason: "display" }
    const { contentVisibility, filter } = style
    const faded = filter === "none" ? null : /opacity\(([\d.]+)\)/.exec(filter)
    const opacity = around.opacity * Number(style.opacity) * (faded === null ? 1 : Number(faded[1]))
    const isUnlaid = around.isUnlaid || contentVisibility === "auto" ||
      own.localName === "details" && !(own as HTMLDetailsElement).open
    const isSame = opacity === around.opacity && isUnlaid === around.isUnlaid
    const seen = isSame ? around : { ...around, opacity, isUnlaid }
    if (opacity <= minOpacity) return { ...seen, reason: "opacity" }
    if (contentVisibility === "hidden") return { ...seen, reason: "visibility" }
    if (isUnlaid) return seen
    if (isClipped(style, own)) return { ...seen, reason: "clip" }
    const reason = cutBy(style, own)
    return reason === "" ? seen : { ...seen, reason }
  }

  /** Colors of other spaces than sRGB, as they are drawn. */
  const drawn = new Map<string, string>()
  let pen: OffscreenCanvasRenderingContext2D | null | undefined
  const inRgb = (color: string): string => {
    if (color.startsWith("rgb")) return color
    const known = drawn.get(color)
    if (known !== undefined) return known
    pen ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
    if (pen === null) return color
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = color
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
    const made = alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
    drawn.set(color, made)
    return made
  }
  const numbersOf = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const isAlike = (one: string, other: string): boolean => {
    if (one === other || !other.startsWith("rgb")) return one === other
    const [first, second] = [numbersOf(one), numbersOf(other)]
    return [0, 1, 2].every((index) => Math.abs((first[index] ?? 0) - (second[index] ?? 0)) <= 8)
  }
  /** The color of a gradient between colors that are alike. */
  const gradientColor = (image: string): string | undefined => {
    if (!/^[\w-]*gradient\(/.test(image) || image.includes("url(")) return undefined
    const [first, ...others] = image.match(/(?:rgb|oklch|oklab|lab|lch|color)a?\([^()]*\)/g)?.map(inRgb) ?? []
    const isOne = first?.startsWith("rgb(") === true && others.every((other) => isAlike(other, first))
    return isOne ? first : undefined
  }
  const isPlaced = (own: Element) => {
    const { display, position } = styleOf(own)
    return position !== "static" || display.includes("grid")
  }

  /** The color behind the text of an element, and the element that has it. */
  interface Ground {
    readonly color: string
    readonly owner: Element | null
  }
  const unknown: Ground = { color: "", owner: null }
  const grounds = new Map<Element | null, Ground>([[null, { color: "rgb(255, 255, 255)", owner: null }]])
  const groundOf = (own: Element | null): Ground => {
    const known = grounds.get(own)
    if (known !== undefined || own === null) return known ?? unknown
    const style = styleOf(own)
    const { backgroundImage } = style
    const backgroundColor = (backgroundImage === "none" ? undefined : gradientColor(backgroundImage)) ??
      inRgb(style.backgroundColor)
    const isClear = backgroundColor === "rgba(0, 0, 0, 0)" || clear.test(backgroundColor)
    const isMixed = !isClear && backgroundColor.includes("a(")
    const made = backgroundImage !== "none" && gradientColor(backgroundImage) === undefined || isMixed
      ? unknown
      : isClear
      ? groundOf(parentOf(own))
      : { color: backgroundColor, owner: own }
    grounds.set(own, made)
    return made
  }

  /** Whether an element draws or mixes something between its text and its background. */
  const drawing = new Map<Element, boolean>()
  const draws = (own: Element): boolean => {
    const known = drawing.get(own)
    if (known !== undefined) return known
    const { boxShadow, mixBlendMode } = styleOf(own)
    const made = mixBlendMode !== "normal" || boxShadow.includes("inset") || ["::before", "::after"].some((part) => {
      const { backgroundColor, backgroundImage, content } = getComputedStyle(own, part)
      return content !== "none" && content !== "normal" && (!clear.test(backgroundColor) || backgroundImage !== "none")
    })
    drawing.set(own, made)
    return made
  }

  const isPicture = (own: Element) => /^(?:img|video|canvas|picture|iframe|object|embed|svg)$/.test(own.localName)
  const paint = () =>
    [...document.querySelectorAll("*")].filter((other) => {
      if (isPicture(other)) return true
      const { backgroundColor, backgroundImage } = styleOf(other)
      return backgroundImage !== "none" || !clear.test(backgroundColor)
    }).map((other) => ({ other, box: other.getBoundingClientRect() }))

  /** Whether something else than a background of its ancestors may be behind a text. Pictures are not loaded. */
  const mayCover = (own: Element, box: DOMRect, end: Element | null): boolean => {
    for (let at: Element | null = own; at !== null; at = at === end ? null : parentOf(at)) if (draws(at)) return true
    painted ??= paint()
    return painted.some(({ box: behind, other }) => {
      if (--steps < 0) return false
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

  /** A sheet that did not load is empty, and may have the background of any text. Sheets of other origins cannot be read. */
  const isLoaded = (sheet: CSSStyleSheet | null): boolean => {
    try {
      return sheet !== null && sheet.cssRules.length > 0
    } catch {
      return true
    }
  }
  const isStyled = [...document.querySelectorAll<HTMLLinkElement>("link[rel~=stylesheet i]")].every(
    ({ disabled, href, sheet }) => disabled || href === "" || isLoaded(sheet)
  )
  const blends = (own: Element, style: CSSStyleDeclaration, box: DOMRect): boolean => {
    const fill = inRgb(style.webkitTextFillColor)
    const isClear = fill.startsWith("rgba(") && clear.test(fill)
    const { color, owner } = groundOf(own)
    if (!isClear && !(isAlike(fill, color) && (isStyled || owner === own))) return false
    const isDrawn = style.backgroundClip === "text" || style.textShadow !== "none" ||
      Number.parseFloat(style.webkitTextStrokeWidth) > 0
    return !isDrawn && (isClear || !mayCover(own, box, owner))
  }

  /** Whether no scrolling brings a box to the screen. */
  const isOutside = (own: Element, box: DOMRect): boolean => {
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

  const judgeText = (node: Text, own: Element, around: Sighted): string => {
    const style = styleOf(own)
    if (style.visibility !== "visible") return "visibility"
    if (Number.parseFloat(style.fontSize) < 2) return "font_size"
    if (around.isUnlaid) return clear.test(style.webkitTextFillColor) && style.textShadow === "none" ? "color" : ""
    let box = own.getBoundingClientRect()
    // The box of a text takes longer than that of its element, which may be larger or elsewhere.
    const isIndented = style.textIndent !== "0px" && Math.abs(Number.parseFloat(style.textIndent)) > 90
    if (box.width < 1 || box.height < 2 || isIndented || box.left + pageXOffset < -200) {
      const { right } = box
      range.selectNodeContents(node)
      box = range.getBoundingClientRect()
      if (box.width === 0 && box.height === 0 && range.getClientRects().length === 0) return ""
      if (box.width < 1 || box.height < 1.5) return "size"
      if (isIndented && box.left >= right && /^(?:hidden|clip)$/.test(style.overflowX)) return "position"
    }
    if (isOutside(own, box)) return "position"
    return blends(own, style, box) ? "color" : ""
  }

  /** The reason for which a text is not seen; "" if it is. The texts of one element are alike. */
  const text = (node: Text, own: Element, around: Sighted): string => {
    if (around.reason !== "") return around.reason
    if (around.isSkipped) return ""
    if (own !== last.own) last = { own, reason: judgeText(node, own, around) }
    return last.reason
  }

  /** Whether the element itself is hidden for this reason, as the texts in it are. */
  const isOrigin = (own: Element, reason: string): boolean => {
    const style = styleOf(own)
    if (reason === "visibility") return style.visibility !== "visible"
    if (reason === "font_size") return Number.parseFloat(style.fontSize) < 2
    const box = own.getBoundingClientRect()
    if (reason === "position") return isOutside(own, box)
    return reason === "size" ? box.width < 1 || box.height < 1.5 : false
  }
  return { element, text, isOrigin, around: { reason: "", opacity: 1, isUnlaid: false, isSkipped: false } }
}

/** The state of an element that its children inherit. */
export interface Sighted {
  /** The reason for which it is not seen; "" if it is. */
  readonly reason: string
  readonly opacity: number
  /** Not laid out now: in closed `details`, or far from the screen. Boxes are not read there. */
  readonly isUnlaid: boolean
  /** Not judged: text of a script or a style, or drawn in another way than that of other elements, as in `svg`. */
  readonly isSkipped: boolean
}

export interface Sight {
  readonly around: Sighted
  element(element: Element, around: Sighted): Sighted
  text(node: Text, element: Element, around: Sighted): string
  isOrigin(element: Element, reason: string): boolean
}
