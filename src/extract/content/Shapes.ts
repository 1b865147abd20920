import type { PageElement } from "../dom/node.ts"

/** Tags with their classes as numbers: two elements of one shape have one number. Class lists are cut at `longest` characters. */
export class Shapes {
  private readonly longest: number
  private readonly byTag = new Map<string, Map<string, number>>()
  private count = 0

  constructor(longest: number) {
    this.longest = longest
  }

  of(element: PageElement): number {
    const classes = element.attr("class") ?? ""
    const names = classes.length > this.longest ? classes.slice(0, this.longest) : classes
    let byNames = this.byTag.get(element.tag)
    if (byNames === undefined) this.byTag.set(element.tag, byNames = new Map())
    const known = byNames.get(names)
    if (known !== undefined) return known
    byNames.set(names, ++this.count)
    return this.count
  }
}
