import type { Image, Table } from "../../core/domain/document/Document.ts"
import type { PageElement, PageNode } from "../dom/node.ts"
import { groupedHeader, isDataTable, isTable, tableGrid } from "../dom/table-grid.ts"
import { afterSubtree, firstByTag, fold, nextNode } from "../dom/walk.ts"
import type { PageMedia, ParsedPage, Selection } from "../Page.ts"
import { withFlowImages } from "./flow-images.ts"
import { type FormulaReader, formulasOf } from "./formulas/FormulaReader.ts"
import { imageOf, noscriptImages } from "./image-source.ts"
import { playersOf, posterOf } from "./players.ts"

const maxTables = 200

/** Images and tables of the content, in document order, each image once, and the players of the page. */
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
        if (node.tag === "img" || isAloneInPicture(node)) addImage(images, imageOf(node, page.baseUrl))
        if (node.tag === "video") addImage(images, posterImage(node, page.baseUrl))
        if (isTable(node) && tables.length < maxTables && isDataTable(node)) {
          const formulas = formulasOf(page)
          if (formulas.equations(node) === undefined) tables.push(tableOf(node, formulas))
        }
      }
      node = dropped ? afterSubtree(node, root) : nextNode(node, root)
    }
  }
  return {
    images: [...images.values()],
    tables: [...tables, ...(page.known.tables ?? [])],
    media: playersOf(page)
  }
}

/** A picture without an img shows nothing in a browser. A script adds the img. */
const isAloneInPicture = (element: PageElement): boolean =>
  element.tag === "source" && element.parentNode?.tag === "picture" &&
  firstByTag(element.parentNode, "source") === element && firstByTag(element.parentNode, "img") === undefined

const posterImage = (video: PageElement, base: URL): Image | undefined => {
  const url = posterOf(video, base)
  return url === undefined
    ? undefined
    : { url, alt: fold(video.attr("aria-label") ?? ""), title: fold(video.attr("title") ?? ""), caption: "" }
}

const addImage = (images: Map<string, Image>, image: Image | undefined): void => {
  if (image !== undefined && !images.has(image.url)) images.set(image.url, image)
}

const tableOf = (element: PageElement, formulas: FormulaReader): Table => {
  const grid = tableGrid(element)
  const textOf = (cell: PageElement | undefined): string => cell === undefined ? "" : formulas.text(cell)
  return {
    caption: textOf(grid.caption),
    headers: grid.headerRows === 0 ?
      [] :
      groupedHeader(grid).map((cells) => [...new Set(cells.map(textOf))].filter((name) => name !== "").join(" ")),
    rows: grid.rows.slice(grid.headerRows).map((row) => row.map(textOf)).filter((row) =>
      row.some((cell) => cell !== "")
    )
  }
}
