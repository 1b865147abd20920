// Content takes 1.05 times the CPU with a string of tag and classes as the key of each element.
import type { PageElement } from "./node.ts"

/**
 * Numbers shapes: elements with one tag and one class list have one number. Only the first `maxLength` characters of a
 * class list count, and no digits, because site software numbers its items there (`post-123`).
 */
export class ShapeIds {
  private readonly maxLength: number
  private readonly byTag = new Map<string, Map<string, number>>()
  private count = 0

  constructor(maxLength: number) {
    this.maxLength = maxLength
  }

  of(element: PageElement): number {
    const classes = element.attr("class") ?? ""
    let byNames = this.byTag.get(element.tag)
    if (byNames === undefined) this.byTag.set(element.tag, byNames = new Map())
    const known = byNames.get(classes)
    if (known !== undefined) return known
    const unnumbered = classes.slice(0, this.maxLength).replaceAll(digits, "")
    const shape = byNames.get(unnumbered) ?? ++this.count
    byNames.set(unnumbered, shape)
    byNames.set(classes, shape)
    return shape
  }
}

const digits = /\d+/g
