import { ownText } from "../../core/kernel/own-text.ts"
import type { PageElement } from "../dom/node.ts"
import { tagTraits } from "../rules/tag-traits.ts"
import { distanceOf, Simhash } from "./Simhash.ts"

/**
 * The shape of a page: a simhash of 128 bits, in hexadecimal, of the paths of its containers, each a chain of tags with
 * their classes. A path counts once, however many elements have it, so the number of items, paragraphs and comments
 * does not matter. Texts, menus and the inside of paragraphs are not part of it.
 */
export const pageShape = (body: PageElement): string => {
  const shape = new Shape()
  shape.walk(body, 0, 0, 0)
  return shape.digits()
}

/** Number of bits in which two shapes differ. */
export const shapeDistance = (a: string, b: string): number =>
  distanceOf(a.slice(0, 16), b.slice(0, 16)) + distanceOf(a.slice(16), b.slice(16))

class Shape {
  private readonly paths = new Set<number>()
  private readonly first = new Simhash()
  private readonly second = new Simhash()

  walk(element: PageElement, above: number, depth: number, traits: number): void {
    const path = Math.imul(above ^ nameOf(element), 0x9E3779B1) + 0x7F4A7C15 | 0
    if (!this.paths.has(path)) {
      this.paths.add(path)
      this.add(path, depth)
    }
    if (depth === maxDepth || this.paths.size >= maxPaths || (traits & closed) !== 0) return
    const skipped = depth < frameDepth ? ignored | frame : ignored
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType !== 1) continue
      const inner = traitsByTag.get(child.tag) ?? 0
      if ((inner & skipped) === 0) this.walk(child, path, depth + 1, inner)
    }
  }

  digits(): string {
    return this.first.digits() + this.second.digits()
  }

  /** Outer containers are those of the template; inner ones depend on the content. */
  private add(path: number, depth: number): void {
    const weight = Math.max(1, outerDepth - depth)
    this.first.add(mixed(path, 0x85EBCA6B), mixed(path, 0xC2B2AE35), weight)
    this.second.add(mixed(path, 0x27D4EB2F), mixed(path, 0x165667B1), weight)
  }
}

const mixed = (path: number, by: number): number => {
  const once = Math.imul(path ^ (path >>> 16), by)
  const twice = Math.imul(once ^ (once >>> 13), 0x5F356495)
  return twice ^ (twice >>> 16)
}

/** Hash of the tag and the first class that is the same on every page of a template. The body names its page there. */
const nameOf = ({ attrs, tag }: PageElement): number => {
  const hash = hashOf(tag, 0x2545F491)
  if (tag === "body") return hash
  for (const { name, value } of attrs) if (name === "class") return hash + classHash(value) | 0
  return hash
}

const classHash = (classes: string): number => {
  const known = hashes.get(classes)
  if (known !== undefined) return known
  const stable = classes.slice(0, maxClasses).split(/\s+/).find((name) => name !== "" && !unstable.test(name)) ?? ""
  const hash = hashOf(stable, 0x6C8E9CF5)
  if (hashes.size >= maxRemembered) hashes.clear()
  hashes.set(ownText(classes), hash)
  return hash
}

/** Lists of classes repeat from element to element and from page to page. */
const hashes = new Map<string, number>()
const maxRemembered = 20_000

const hashOf = (text: string, seed: number): number => {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

const unstable = /\d|^(?:active|current|selected|open|closed|first|last|odd|even|hidden|show|loaded|lazy\w*)$/i

/** Elements whose inside is not walked: menus, and text. */
const closed = 1
/** Elements that depend on the content of a page, or have no part in its layout. */
const ignored = 2
/** Parts that all pages of a site share, unless they are within an article. */
const frame = 4

const traitsByTag = tagTraits(
  [
    closed,
    "nav footer p a span h1 h2 h3 h4 h5 h6 pre code table blockquote figure picture select svg math button label iframe object video audio dt"
      .split(" ")
  ],
  [
    ignored,
    "script style link meta noscript template br hr b i em strong u s small sup sub font img source wbr input svg iframe ins blockquote pre figure table"
      .split(" ")
  ],
  [frame, ["header", "nav", "footer"]]
)
const frameDepth = 3

const maxDepth = 14
const outerDepth = 4
const maxPaths = 2000
/** Characters of a list of classes. */
const maxClasses = 400
