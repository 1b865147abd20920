import { escapeHtml } from "../../dom/escape-html.ts"

/**
 * The links of a markdown file as anchors in HTML, in their order: inline links, references, addresses and HTML anchors,
 * outside code. No pattern goes beyond the next bracket, so all are linear.
 */
export const markdownAnchors = (markdown: string): string => {
  if (!/[[<]|https?:/i.test(markdown)) return ""
  const prose = withoutCode(markdown).replace(/\\[[\]()<>]/g, "").replace(/!\[([^[\]]*)\]\([^()\n]*\)/g, "$1")
  const targets = new Map<string, string>()
  const body = prose.replace(
    /^ {0,3}\[([^[\]\n]+)\]:[ \t]*<?([^\s<>]+)>?[^\n]*$/gm,
    (_, label: string, target: string) => {
      const name = labelOf(label)
      if (!targets.has(name)) targets.set(name, target)
      return ""
    }
  )
  let anchors = ""
  for (const [whole, text = "", enclosed, plain, label, double, single] of body.matchAll(link)) {
    const target = whole.startsWith("[")
      ? enclosed ?? plain ?? targets.get(labelOf(label === undefined || label === "" ? text : label))
      : double ?? single ?? whole.replace(/[.,;:!?*_~]+$/, "")
    // Entities of a target are those of an attribute (CommonMark 0.31.2 section 6.3).
    if (target !== undefined && target !== "") {
      anchors += `<a href="${target.replaceAll("\"", "&quot;")}">${escapeHtml(text)}</a>\n`
    }
  }
  return anchors
}

/** A link in brackets with its target or label, an address, or the start of an anchor. */
const link = new RegExp(
  [
    /\[([^[\]]*)\](?:\([ \t]*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))|\[([^[\]]*)\])?/,
    /https?:\/\/[^\s<>()[\]"'`|]+/,
    /<a\s[^<>]*?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/
  ].map(({ source }) => source).join("|"),
  "gi"
)

const labelOf = (label: string): string => label.trim().replace(/\s+/g, " ").toLowerCase()

/** Without fenced blocks and code spans. Indented code may be a list, and stays. */
const withoutCode = (markdown: string): string => {
  let fence: string | undefined
  const lines: Array<string> = []
  for (const line of markdown.split("\n")) {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? []
    const own = mark?.trim()
    if (fence === undefined && own !== undefined) fence = own
    else if (fence === undefined) lines.push(line)
    else if (own?.startsWith(fence) === true) fence = undefined
  }
  return lines.join("\n").replace(/`[^`\n]*`/g, "")
}
