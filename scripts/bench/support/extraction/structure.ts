import type { PageElement, PageNode } from "../../../../src/extract/dom/node.ts"
import { isDataTable, tableGrid } from "../../../../src/extract/dom/table-grid.ts"
import { afterSubtree, byTag, children, nextNode, textContent } from "../../../../src/extract/dom/walk.ts"
import { lettersAndDigits } from "../../../../src/extract/metadata/letters-and-digits.ts"
import type { PageContent, PageFacts, ParsedPage } from "../../../../src/extract/Page.ts"

/** Preserved and broken parts of a page's structure. */
export interface Structure {
  /** Tables with a header whose body is kept, and the number of them that lack header cells. */
  tables: number
  tablesTorn: number
  /** Headings of the markdown, and those with another one of their rank, or the end, beneath. */
  headings: number
  headingsIdle: number
  /** Lists with a kept item, and the number of them with a dropped item. */
  lists: number
  listsTorn: number
  /** 1 where the page has one h1 that is not the site's name; 1 where it is not in the markdown. */
  h1: number
  h1Lost: number
}

export const structureOf = (page: ParsedPage, content: PageContent, facts: PageFacts): Structure => {
  const kept = keptTexts(content)
  const { body } = page.html
  const tables = byTag(body, "table").filter(isDataTable).map((table) => headerOf(table, kept)).filter((state) =>
    state !== undefined
  )
  const lists = byTag(body, "ul", "ol").map((list) => itemsOf(list, kept)).filter(({ length }) => length > 0)
  const idle = headingsIn(content.markdown)
  const [h1, ...others] = byTag(page.html.body, "h1").map((element) => lettersAndDigits(textContent(element))).filter((
    text
  ) => text !== "")
  const hasH1 = h1 !== undefined && others.length === 0 && content.text !== "" && !isSite(h1, facts, page)
  return {
    tables: tables.length,
    tablesTorn: tables.filter((isWhole) => !isWhole).length,
    headings: idle.length,
    headingsIdle: idle.filter((isIdle) => isIdle).length,
    lists: lists.filter((items) => items.includes(true)).length,
    listsTorn: lists.filter((items) => items.includes(true) && items.includes(false)).length,
    h1: Number(hasH1),
    h1Lost: Number(hasH1 && !lettersAndDigits(plain(content.markdown)).includes(h1))
  }
}

const plain = (markdown: string): string => markdown.replaceAll(/\]\([^)]*\)/g, "").replaceAll("\\", "")

const isSite = (heading: string, { site_name: site }: PageFacts, page: ParsedPage): boolean =>
  heading === lettersAndDigits(site) || lettersAndDigits(page.url.hostname).includes(heading)

const keptTexts = ({ selection }: PageContent): ReadonlySet<PageNode> => {
  const kept = new Set<PageNode>()
  for (const root of selection.roots) {
    for (let node: PageNode | null = root; node !== null;) {
      const isDropped: boolean = selection.isDropped(node)
      if (!isDropped && node.nodeType === 3) kept.add(node)
      node = isDropped ? afterSubtree(node, root) : nextNode(node, root)
    }
  }
  return kept
}

/** Whether some of the element's text is kept; undefined if it has no text. */
const isKept = (element: PageElement, kept: ReadonlySet<PageNode>): boolean | undefined => {
  let hasText = false
  for (let node: PageNode | null = element.firstChild; node !== null;) {
    const isSilent: boolean = node.nodeType === 1 && silent.has(node.tag)
    if (node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.data)) {
      if (kept.has(node)) return true
      hasText = true
    }
    node = isSilent ? afterSubtree(node, element) : nextNode(node, element)
  }
  return hasText ? false : undefined
}

const silent: ReadonlySet<string> = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "select",
  "textarea",
  "iframe"
])

/** Whether all of the header is kept if the body is; undefined without a header or a body. */
const headerOf = (table: PageElement, kept: ReadonlySet<PageNode>): boolean | undefined => {
  const { headerRows, rows } = tableGrid(table)
  if (headerRows === 0) return undefined
  const states = (cells: ReadonlyArray<PageElement | undefined>) =>
    [...new Set(cells)].flatMap((cell) => cell === undefined ? [] : isKept(cell, kept) ?? [])
  const body = states(rows.slice(headerRows).flat())
  const header = states(rows.slice(0, headerRows).flat())
  const share = body.filter((state) => state).length / body.length
  return header.length > 0 && body.length > 0 && share > mostly ? !header.includes(false) : undefined
}

const mostly = 0.8

const itemsOf = (list: PageElement, kept: ReadonlySet<PageNode>): ReadonlyArray<boolean> =>
  [...children(list)].filter(({ tag }) => tag === "li").flatMap((item) => isKept(item, kept) ?? [])

/** For each heading of a markdown text, whether its section is empty. */
const headingsIn = (markdown: string): ReadonlyArray<boolean> => {
  const lines = markdown.replaceAll(/^(`{3,})[^]*?^\1$/gm, "code").split("\n").filter((line) => line.trim() !== "")
  const level = (line: string | undefined): number => /^(#{1,6}) /.exec(line ?? "")?.[1]?.length ?? 0
  return lines.flatMap((line, index) => {
    const own = level(line)
    if (own === 0) return []
    const next = lines[index + 1]
    return [next === undefined || level(next) > 0 && level(next) <= own]
  })
}
