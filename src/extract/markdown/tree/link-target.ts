import type { Image } from "../../../core/domain/document/Document.ts"
import { plainUrl } from "../../../core/domain/WebUrl.ts"
import type { PageElement } from "../../dom/node.ts"
import { firstByTag, foldedText } from "../../dom/walk.ts"

/**
 * The absolute address of a link with http, https, mailto or tel. Undefined for scripts, places within the page, and a
 * picture that leads to its own file.
 */
export const linkTarget = (link: PageElement, base: URL): string | undefined => {
  const href = link.attr("href")
  if (href === undefined || !/^\s*[^#\s]/.test(href)) return undefined
  if (pictureAddress.test(href) && foldedText(link) === "" && firstByTag(link, "img") !== undefined) return undefined
  const plain = plainUrl(href, base)
  if (plain !== undefined) return plain
  const url = URL.parse(href.trim(), base)
  return url !== null && kept.has(url.protocol) ? url.href : undefined
}

const pictureAddress = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)\s*(?:[?#]|$)/i

const kept: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"])

/**
 * The text of a link within the page, where it is another than that of its content: nothing for a sign beside a
 * heading, a number in brackets for the mark of a note that is missing.
 */
export const anchorText = (link: PageElement): string | undefined => {
  const text = foldedText(link)
  if (link.has("href") && anchorSign.test(text)) return firstByTag(link, "img") === undefined ? "" : undefined
  return isRaisedNumber(link, text) ? text.startsWith("[") ? text : `[${text}]` : undefined
}

const anchorSign = /^(?:[#¶§🔗⚓\s]|link|permalink|anchor|top|\^)*$/iu

const isRaisedNumber = (link: PageElement, text: string): boolean =>
  /^\[?\d{1,4}\]?$/.test(text) && (link.parentNode?.tag === "sup" ||
    link.firstChild?.nodeType === 1 && link.firstChild.tag === "sup")

/** The title of a link, if it has words that neither its text nor its address has. */
export const linkTitle = (link: PageElement, text: string): { readonly title?: string } => {
  const title = link.attr("title")?.trim() ?? ""
  if (title === "" || title === text) return {}
  const picture = text === "" ? firstByTag(link, "img") : undefined
  const shown = picture === undefined ? text : `${picture.attr("alt")} ${picture.attr("title")}`
  return saysMore(title, `${shown} ${readable(link.attr("href") ?? "")}`) ? { title } : {}
}

/** The title of a picture, if it has words that neither its description, its caption nor its address has. */
export const imageTitle = ({ alt, caption, title, url }: Image): string =>
  title !== "" && saysMore(title, `${alt} ${caption} ${readable(url)}`) ? title : ""

const saysMore = (title: string, text: string): boolean => {
  if (title.length > maxTitle) return true
  const known = text.toLowerCase()
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.some((word) => !known.includes(word) && !wordsOfLinks.has(word))
}

/** Characters. A longer title has more words than a link. */
const maxTitle = 300

const readable = (href: string): string => {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

/** Words that say only that there is a link. */
const wordsOfLinks: ReadonlySet<string> = new Set(
  "a about all article articles by click continue external for from full go goes here in leads link more new on open opens our page permalink permanent post posts read reading see show site story tab the this to view visit website window öffnet öffnen in einem im neuen neues neuer neue fenster tab link extern externe externer externen zur zum seite s ouvre ouvrir dans une un nouvelle nouvel fenêtre onglet lien externe la le vers se abre abrir en una nueva ventana enlace externo enlaces numa nova janela si apre nuova finestra opent een nieuw venster permanenter dauerhafter zu lien permanente enlace"
    .split(" ")
)
