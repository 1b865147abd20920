import { strToU8 } from "fflate"
import { escapeHtml } from "../../../dom/escape-html.ts"
import { eachTag } from "../measure/each-tag.ts"
import { xmlText } from "../office-archive.ts"
import type { Listed } from "./package-lists.ts"
import type { Package } from "./plain-targets.ts"

/**
 * Gives a book its lists of parts: the container (EPUB 3.3, 4.2.6.3.1) and the package with the order of its chapters
 * (5). Where one is missing, the names of the chapters tell the order. Does nothing to other archives.
 */
export const listChapters = (parts: Package): Listed => {
  const names = [...parts.keys()]
  const chapters = names.filter((name) => /\.x?html?$/i.test(name)).toSorted(inNumbers)
  const own = names.find((name) => /\.opf$/i.test(name))
  if (own === undefined && !(parts.has(container) || parts.has("mimetype")) || chapters.length === 0) return good
  const listed = fileIn(parts)
  const book = listed !== undefined && parts.has(listed) ? listed : own
  const order = book === undefined ? undefined : chaptersIn(parts, book)
  if (book !== undefined && order !== undefined && order.length > 0) {
    const isDamaged = book !== listed || order.some((name) => !parts.has(name))
    if (book !== listed) parts.set(container, containerOf(book))
    return { isDamaged, isChanged: book !== listed }
  }
  parts.set(bookName, packageOf(chapters))
  parts.set(container, containerOf(bookName))
  return { isDamaged: true, isChanged: true }
}

const good: Listed = { isDamaged: false, isChanged: false }
const container = "META-INF/container.xml"
const bookName = "book.opf"

const fileIn = (parts: Package): string | undefined => {
  let file: string | undefined
  eachTag(xmlText(parts.get(container)), ({ get, name }) => {
    if (name === "rootfile") file ??= get("full-path")
  })
  return file
}

/** Names of the chapters in the spine. */
const chaptersIn = (parts: Package, book: string): ReadonlyArray<string> => {
  const items = new Map<string, string>()
  const order: Array<string> = []
  eachTag(xmlText(parts.get(book)), ({ get, name }) => {
    if (name === "item") items.set(get("id") ?? "", get("href") ?? "")
    if (name === "itemref") order.push(items.get(get("idref") ?? "") ?? "")
  })
  return order.map((href) => {
    const path = URL.parse(href, `http://book/${book}`)?.pathname.slice(1) ?? ""
    return parts.has(path) || !path.includes("%") ? path : decoded(path)
  })
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const containerOf = (book: string): Uint8Array =>
  strToU8(
    `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="${
      escapeHtml(book)
    }" media-type="application/oebps-package+xml"/></rootfiles></container>`
  )

const packageOf = (chapters: ReadonlyArray<string>): Uint8Array => {
  const items = chapters.map((name, index) =>
    `<item id="c${index}" href="${escapeHtml(encodeURI(name))}" media-type="application/xhtml+xml"/>`
  )
  const order = chapters.map((_, index) => `<itemref idref="c${index}"/>`)
  return strToU8(
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>${
      items.join("")
    }</manifest><spine>${order.join("")}</spine></package>`
  )
}

/** `chapter2` before `chapter10`. */
const inNumbers = new Intl.Collator("en", { numeric: true }).compare
