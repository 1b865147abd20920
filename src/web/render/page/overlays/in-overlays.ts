import { consentManagers } from "./consent-managers.ts"
import { overlayWords } from "./overlay-words.ts"

/**
 * Hides consent banners and overlays, and clicks nothing. For an isolated world, as text. The hidden elements are in
 * `__hidden` of that world. Counts its steps, because virtual time may stand still. Returns the number hidden so far.
 */
export const hideOverlaysIn = (): string =>
  `(() => {
  const selectors = ${JSON.stringify(consentManagers.join(","))}
  const words = ${JSON.stringify(overlayWords)}
  ${tools}
  ${evidence}
  ${hiding}
  ${unlocking}
  return run()
})()`

/** Walks over the flat tree, within a limit of steps. */
const tools = String.raw`
  const re = Object.fromEntries(Object.entries(words).map(([name, source]) => [name, new RegExp(source, "i")]))
  const hidden = globalThis.__hidden ??= new Set()
  const area = innerWidth * innerHeight
  const dark = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD"])
  let steps = 20000
  const parentOf = (element) => {
    if (element.assignedSlot) return element.assignedSlot
    const parent = element.parentNode
    return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null
  }
  const innerOf = (frame) => {
    try { return frame.contentDocument } catch { return null }
  }
  /** An element of display contents has no box, and its children have. */
  const isShown = (element) => element.checkVisibility() || getComputedStyle(element).display === "contents"
  /** Text that is shown in an element, apart from another one. */
  const textOf = (from, limit, without) => {
    let text = ""
    const visit = (node) => {
      if (steps-- <= 0 || text.length >= limit || node === without || hidden.has(node)) return
      if (node.nodeType === 3) { const part = node.data.trim(); if (part) text += part.slice(0, limit) + " "; return }
      if (node.nodeType === 1 && (dark.has(node.nodeName) || !isShown(node))) return
      const frame = node.nodeName === "IFRAME" ? innerOf(node) : null
      const given = node.nodeName === "SLOT" ? node.assignedNodes() : []
      const children = given.length > 0 ? given : (frame?.body ?? node.shadowRoot ?? node).childNodes
      for (let at = 0; at < children.length && text.length < limit && steps > 0; at++) visit(children[at])
    }
    visit(from)
    return text.slice(0, limit)
  }
  const isIn = (element, outer) => {
    for (let at = element; at; at = parentOf(at)) if (at === outer) return true
    return false
  }
  const hitAt = (x, y) => {
    let element = document.elementFromPoint(x, y)
    for (let depth = 0; element?.shadowRoot && depth < 20; depth++) {
      const inner = element.shadowRoot.elementFromPoint(x, y)
      if (!inner || inner === element) break
      element = inner
    }
    return element
  }
  const all = (root, selector, limit) => {
    const found = []
    const within = (root) => {
      for (const element of root.querySelectorAll(selector + ",*:not(:defined)")) {
        if (found.length >= limit || steps-- <= 0) return
        if (element.matches(selector)) found.push(element)
        if (element.shadowRoot) within(element.shadowRoot)
      }
      if (root.shadowRoot) within(root.shadowRoot)
    }
    within(root)
    return found
  }
`

/** Decides whether an element is an overlay. The content of the page is none. */
const evidence = String.raw`
  const verdicts = new Map()
  const isDialog = (element) =>
    element.matches("dialog, [role=dialog], [role=alertdialog], [aria-modal=true], [popover]")
  const isLoose = (element, style) =>
    style.position === "fixed" || style.position === "sticky" || isDialog(element) ||
    style.position === "absolute" && Number(style.zIndex) >= 10
  /** Whether the page has content apart from this element. */
  const hasRest = (element, characters) => {
    if (textOf(document.body, characters, element).length >= characters) return true
    return [...document.querySelectorAll("img, video, canvas, svg")].slice(0, 200).some((media) => {
      const { height, width } = media.getBoundingClientRect()
      return width * height > area / 20 && !isIn(media, element)
    })
  }
  const holdsContent = (element) => {
    const content = "main, [role=main], article, nav, [role=navigation], input[type=search], input[type=password]"
    if (element.matches(content) || element.querySelector(content)) return true
    const heading = element.querySelector("h1")
    if (heading && !re.topic.test(heading.textContent) && !isDialog(element)) return true
    const { height, width } = element.getBoundingClientRect()
    return [...element.querySelectorAll("img, video, canvas")].slice(0, 50).some((media) => {
      const rect = media.getBoundingClientRect()
      return rect.width * rect.height > Math.max(area / 8, width * height * 0.5)
    })
  }
  const labelOf = (control) =>
    (control.getAttribute("aria-label") || control.value || control.textContent || control.title || "").trim()
  const asks = (element, text) => {
    const labels = all(element, "button, [role=button], a, input[type=button], input[type=submit], [onclick]", 200)
      .map(labelOf).filter((label) => label !== "" && label.length <= 60)
    const isTopic = re.topic.test(text)
    if (isTopic && labels.some((label) => re.choice.test(label))) return true
    return isTopic && re.phrase.test(text) && (labels.length === 0 || labels.some((label) => re.dismissal.test(label)))
  }
  const framesConsent = (element) =>
    [element, ...element.querySelectorAll("iframe")].slice(0, 20).some((frame) => {
      if (frame.nodeName !== "IFRAME") return false
      const { height, width } = frame.getBoundingClientRect()
      if (width * height < 9600) return false
      const inner = innerOf(frame)
      const text = inner?.body ? textOf(inner.body, 4000) : ""
      return text === "" ? re.frame.test([frame.src, frame.id, frame.name, frame.title].join(" ")) : asks(inner.body, text)
    })
  const offers = (element, text, size) =>
    (isDialog(element) || size > area / 5) && text.length < 1500 && re.offer.test(text) &&
    (element.querySelector("input[type=email]") !== null ||
      all(element, "button, [role=button], a, [onclick]", 50).some((control) => re.dismissal.test(labelOf(control)))) &&
    hasRest(element, 400)
  const judge = (element, style) => {
    const { height, width } = element.getBoundingClientRect()
    if (width * height < 9600 || !isLoose(element, style) || holdsContent(element)) return false
    const text = textOf(element, 8000)
    if (text.length >= 8000) return false
    return (asks(element, text) || framesConsent(element)) && hasRest(element, 40) || offers(element, text, width * height)
  }
  const isOverlay = (element) => {
    let verdict = verdicts.get(element)
    if (verdict === undefined) {
      steps -= 10
      verdict = judge(element, getComputedStyle(element))
      verdicts.set(element, verdict)
    }
    return verdict
  }
`

/** Looks at points of the window: an overlay is on top of some. */
const hiding = String.raw`
  const hide = (element) => {
    hidden.add(element)
    element.style.setProperty("display", "none", "important")
  }
  const isRoot = (element) => element === document.documentElement || element === document.body
  const hideKnown = (root) => {
    for (const element of [...root.querySelectorAll(selectors)].slice(0, 50)) {
      if (hidden.has(element) || /^(html|body|main|article)$/i.test(element.nodeName)) continue
      if (element.querySelector("main, [role=main], article") || !hasRest(element, 40)) continue
      if (isShown(element)) hide(element)
    }
  }
  const outermost = (from) => {
    let found
    for (let at = from; at && !isRoot(at) && steps > 0; at = parentOf(at)) if (isOverlay(at)) found = at
    return found
  }
  const pointsOf = (shares) => shares.flatMap((x) => shares.map((y) => [innerWidth * x, innerHeight * y]))
  const grid = pointsOf([0.03, 0.15, 0.32, 0.5, 0.68, 0.85, 0.97])
  const hideFound = () => {
    for (let round = 0; round < 5; round++) {
      const seen = new Set(grid.map(([x, y]) => hitAt(x, y)))
      for (const edge of [document.body.firstElementChild, document.body.lastElementChild]) seen.add(edge)
      const found = new Set([...seen].map((element) => element && outermost(element)).filter(Boolean))
      for (const element of found) hide(element)
      if (found.size === 0 || steps <= 0) return
    }
  }
  const corners = pointsOf([0.04, 0.5, 0.96])
  /** Hides empty layers that dim the whole window, once nothing is above them. */
  const hideBackdrops = () => {
    for (let round = 0; round < 4; round++) {
      const hits = new Set(corners.map(([x, y]) => hitAt(x, y)))
      const [layer] = hits
      if (hits.size !== 1 || !layer || isRoot(layer)) return
      const style = getComputedStyle(layer)
      const isLayer = isLoose(layer, style) || style.position === "absolute"
      const shows = layer.querySelector("img, video, canvas, iframe, svg, object, embed") || style.backgroundImage !== "none"
      if (!isLayer || shows || layer.shadowRoot || textOf(layer, 3) !== "") return
      hide(layer)
    }
  }
`

/** Lets the page scroll again, and removes the blur under an overlay. */
const unlocking = String.raw`
  const set = (element, name, value) => element.style.setProperty(name, value, "important")
  const unlock = () => {
    for (const root of [document.documentElement, document.body]) {
      const style = getComputedStyle(root)
      if (/hidden|clip/.test(style.overflowY + style.overflowX)) set(root, "overflow", "visible")
      if (style.position === "fixed") { set(root, "position", "static"); set(root, "width", "auto") }
    }
    const outer = [...document.body.children].slice(0, 60)
    const near = [document.documentElement, document.body, ...outer, ...outer.flatMap((element) => [...element.children].slice(0, 10))]
    for (const element of near.slice(0, 300)) {
      if (/blur|brightness|grayscale/.test(getComputedStyle(element).filter)) set(element, "filter", "none")
    }
    for (const element of outer) {
      if (hidden.has(element) || !(element.inert || element.ariaHidden === "true")) continue
      if (textOf(element, 200).length >= 200) { element.inert = false; element.removeAttribute("aria-hidden") }
    }
  }
  const run = () => {
    if (!document.body) return 0
    const before = hidden.size
    hideKnown(document)
    for (const frame of [...document.querySelectorAll("iframe")].slice(0, 10)) {
      const inner = innerOf(frame)
      if (inner?.body && !hidden.has(frame)) hideKnown(inner)
    }
    hideFound()
    if (hidden.size > 0) hideBackdrops()
    if (hidden.size > before) unlock()
    return hidden.size
  }
`
