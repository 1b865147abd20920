import { escapeHtml } from "../../../dom/escape-html.ts"
import { asideEnd } from "./well-formed.ts"

/**
 * Well-formed XML of a damaged part of an office document: open elements are closed where they cannot go on, end tags
 * without an element are dropped, and signs that are not markup become text. "" without any element. One pass.
 */
export const mendedXml = (xml: string): string => {
  const tree = new OpenElements()
  for (let at = xml.indexOf("<"); at >= 0 && at < xml.length;) {
    const aside = asideEnd(xml, at)
    if (aside !== undefined && xml.startsWith("<![CDATA[", at)) {
      tree.text(xml.slice(at + 9, aside).replace(/\]\]>$/, ""))
    }
    const next = aside ?? tree.take(xml, at)
    const end = xml.indexOf("<", next)
    tree.text(xml.slice(next, end < 0 ? undefined : end))
    at = end
  }
  return tree.close()
}

class OpenElements {
  private readonly pieces: Array<string> = []
  private readonly open: Array<string> = []

  text(text: string): void {
    if (this.open.length > 0 && text !== "") this.pieces.push(mendedText(text))
  }

  /** Reads the tag at a place. Returns the place behind it. */
  take(xml: string, at: number): number {
    tag.lastIndex = at
    const found = tag.exec(xml)
    if (found === null) {
      this.text("<")
      return at + 1
    }
    const [, slash, name = "", rest = ""] = found
    if (slash === "/") this.end(name)
    else this.start(name, rest)
    return tag.lastIndex
  }

  close(): string {
    this.closeDownTo(0)
    return this.pieces.join("")
  }

  private start(name: string, rest: string): void {
    const before = this.placeBefore(name)
    if (before >= 0) this.closeDownTo(before)
    const isEmpty = rest.endsWith("/") || withoutEnd.has(name)
    if (this.open.length >= maxDepth && !isEmpty) return
    const spaces = this.pieces.length === 0 ? missingSpaces(rest) : ""
    this.pieces.push(`<${name}${attributesIn(rest)}${spaces}${isEmpty ? "/" : ""}>`)
    if (!isEmpty) this.open.push(name)
  }

  /** An element of the same kind that cannot contain this one. */
  private placeBefore(name: string): number {
    const around = containers.get(localName(name))
    if (around === undefined) return -1
    for (let at = this.open.length - 1; at >= 0; at--) {
      const open = this.open[at] ?? ""
      if (open === name) return at
      if (around.includes(localName(open))) return -1
    }
    return -1
  }

  /** The root and the body end with the text, because text may follow a wrong end of them. */
  private end(name: string): void {
    const at = localName(name) === "body" ? -1 : this.open.lastIndexOf(name)
    if (at > 0) this.closeDownTo(at)
  }

  private closeDownTo(depth: number): void {
    for (let name = this.open.pop(); name !== undefined; name = this.open.pop()) {
      this.pieces.push(`</${name}>`)
      if (this.open.length <= depth) return
    }
  }
}

/** Deeper elements are left out, and their text stays. */
const maxDepth = 200

/** Elements that are nested in their own kind only within one of these, by their names without prefix. */
const containers: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["p", ["tc", "txbxContent", "note-body", "text-box", "annotation", "table-cell"]],
  ["h", ["note-body", "text-box", "annotation", "table-cell"]],
  ["r", ["p"]],
  ["t", ["r"]],
  ["tc", ["tr"]],
  ["tr", ["tbl"]],
  ["style", []],
  // Sheets, slides, and tables of OpenDocument.
  ["row", []],
  ["c", []],
  ["si", []],
  ["sp", ["txbxContent"]],
  ["graphicFrame", []],
  ["table-cell", ["table-row"]],
  ["table-row", ["table"]],
  ["list-item", ["list"]]
])

/** Elements of HTML, which books write without an end. */
const withoutEnd: ReadonlySet<string> = new Set(["br", "hr", "img", "meta", "link", "input"])

/** Namespaces that the root of a damaged part does not declare any more, by their usual prefixes. */
const missingSpaces = (root: string): string =>
  [...spaces].map(([prefix, space]) => root.includes(`xmlns:${prefix}=`) ? "" : ` xmlns:${prefix}="${space}"`).join("")

const schemas = "http://schemas.openxmlformats.org"
const openDocument = "urn:oasis:names:tc:opendocument:xmlns"
const spaces: ReadonlyMap<string, string> = new Map([
  ["w", `${schemas}/wordprocessingml/2006/main`],
  ["a", `${schemas}/drawingml/2006/main`],
  ["p", `${schemas}/presentationml/2006/main`],
  ["r", `${schemas}/officeDocument/2006/relationships`],
  ["mc", `${schemas}/markup-compatibility/2006`],
  ["office", `${openDocument}:office:1.0`],
  ["text", `${openDocument}:text:1.0`],
  ["table", `${openDocument}:table:1.0`],
  ["draw", `${openDocument}:drawing:1.0`]
])

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

const tag = /<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)(?=[\s/>])([^<>]*)>/y

const attributesIn = (rest: string): string => {
  const found = new Map<string, string>()
  for (const [, name = "", quoted, single] of rest.matchAll(attribute)) {
    if (!found.has(name)) found.set(name, mendedText(quoted ?? single ?? "").replaceAll("\"", "&quot;"))
  }
  return [...found].map(([name, value]) => ` ${name}="${value}"`).join("")
}

const attribute = /([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Text without the characters that XML does not allow, and with its bare signs escaped. */
const mendedText = (text: string): string =>
  text.replace(notAllowed, "").replace(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g, "&amp;")
    .replace(/[<>]/g, escapeHtml)

// oxlint-disable-next-line no-control-regex -- these characters are searched for
const notAllowed = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
