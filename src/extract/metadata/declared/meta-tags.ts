import type { PageElement } from "../../dom/node.ts"
import { fold } from "../../dom/walk.ts"
import { withoutSpelled } from "../../dom/without-invisible.ts"

/** The meta elements of a page, by name or property in lower case. The values of each are in document order. */
export class MetaTags {
  private readonly values = new Map<string, Set<string>>()

  constructor(metas: ReadonlyArray<PageElement>) {
    for (const element of metas) {
      const content = fold(withoutSpelled(element.attr("content") ?? ""))
      if (content === "") continue
      for (const name of ["property", "name", "itemprop", "http-equiv"]) {
        const key = element.attr(name)?.trim().toLowerCase()
        if (key !== undefined && key !== "") this.add(key, content)
      }
    }
  }

  /** The first value found for these names, in their order. */
  first(...names: ReadonlyArray<string>): string {
    for (const name of names) {
      for (const value of this.values.get(name) ?? []) return value
    }
    return ""
  }

  all(name: string): ReadonlyArray<string> {
    return [...this.values.get(name) ?? []]
  }

  withPrefix(prefix: string): ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]> {
    return [...this.values].filter(([name]) => name.startsWith(prefix)).map((
      [name, values]
    ) => [name.slice(prefix.length), [...values]])
  }

  private add(key: string, value: string): void {
    const known = this.values.get(key)
    if (known === undefined) this.values.set(key, new Set([value]))
    else known.add(value)
  }
}
