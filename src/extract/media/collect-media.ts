import type { Image, Table } from "../../domain/Document.ts"
import type { PageElement, PageNode } from "../dom/node.ts"
import { afterSubtree, foldedText, nextNode } from "../dom/walk.ts"
import type { PageMedia, ParsedPage, Selection } from "../Page.ts"
import { withFlowImages } from "./flow-images.ts"
import { imageOf, noscriptImages } from "./image-source.ts"
import { isDataTable, tableGrid } from "./table-grid.ts"

const maxTables = 200

/** Images and tables of the content, in document order, each image once. */
export const collectMedia = (page: ParsedPage, selected: Selection): PageMedia => {
  const selection = withFlowImages(selected)
  const images = new Map<string, Image>()
  const tables: Array<Table> = []
  for (const root of selection.roots) {
    for (let node: PageNode | null = root; node !== null;) {
      const dropped: boolean = node !== root && selection.isDropped(node)
      if (node.nodeType === 1 && !dropped) {
        if (node.tag === "noscript") {
          for (const image of noscriptImages(node, page.baseUrl)) addImage(images, image)
          node = afterSubtree(node, root)
          continue
        }
        if (node.tag === "img") addImage(images, imageOf(node, page.baseUrl))
        if (node.tag === "table" && tables.length < maxTables && isDataTable(node)) tables.push(tableOf(node))
      }
      node = dropped ? afterSubtree(node, root) : nextNode(node, root)
    }
  }
  return { images: [...images.values()], tables: [...tables, ...(page.known.tables ?? [])] }
}

const addImage = (images: Map<string, Image>, image: Image | undefined): void => {
  if (image !== undefined && !images.has(image.url)) images.set(image.url, image)
}

const tableOf = (element: PageElement): Table => {
  const grid = tableGrid(element)
  const rows = grid.rows.map((row) => row.map((cell) => cell === undefined ? "" : foldedText(cell)))
  const { headerRows } = grid
  return {
    caption: grid.caption === undefined ? "" : foldedText(grid.caption),
    headers: joined(rows.slice(0, headerRows)),
    rows: rows.slice(headerRows).filter((row) => row.some((cell) => cell !== ""))
  }
}

/** A grouped header's rows as one: what stands above a column, each name once. */
const joined = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  (rows[0] ?? []).map((_, column) =>
    [...new Set(rows.map((row) => row[column] ?? ""))].filter((name) => name !== "").join(" ")
  )
