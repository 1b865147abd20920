import type { PageElement } from "../../dom/node.ts"
import { children } from "../../dom/walk.ts"
import { type CodeTabs, codeTabsOf, elementAfter, mayBePanel } from "./code-tabs.ts"

/** The tabbed code samples of a page, each found once. */
export class CodeTabSets {
  private readonly known = new Map<PageElement, CodeTabs | undefined>()

  /** The tabs that an element is a panel of. */
  of(panel: PageElement): CodeTabs | undefined {
    const around = panel.parentNode
    if (around === null || !mayBePanel(panel)) return undefined
    if (!this.known.has(around)) this.known.set(around, codeTabsOf(panel))
    const tabs = this.known.get(around)
    return tabs?.panels.includes(panel) === true ? tabs : undefined
  }

  labelOf(panel: PageElement): PageElement | undefined {
    const tabs = this.of(panel)
    return tabs?.labels[tabs.panels.indexOf(panel)]
  }

  /** Whether an element holds the labels of such a sample, which are shown above its panels. */
  isLabels(element: PageElement, names: string): boolean {
    if (element.attr("role") !== "tablist" && !/tab/i.test(names)) return false
    let after = elementAfter(element)
    for (let level = 0; after !== undefined && level < maxAfter; level++, after = elementAfter(after)) {
      for (const panel of [after, children(after).next().value ?? undefined]) {
        if (panel !== undefined && this.of(panel)?.lists.includes(element) === true) return true
      }
    }
    return false
  }
}

/** Elements after the labels among which the panels, or the element around them, are looked for. */
const maxAfter = 2
