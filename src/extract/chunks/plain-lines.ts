/**
 * The text of markdown as a browser shows it, line by line, with a tab between cells: well enough to find words on the
 * page. Patterns have maximum lengths, so all are linear.
 */
export const plainLines = (markdown: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let fence: string | undefined
  for (const line of markdown.split("\n")) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined
        ? mark
        : undefined
    } else if (fence !== undefined) lines.push(line.trim())
    else if (!unseen.test(line)) lines.push(plainLine(line))
  }
  return lines.filter((line) => line !== "")
}

/** Thematic breaks, the row below the header of a table, and delimiters of formulas. */
const unseen = /^(?:\s*(?:---|\*\*\*)|\|(?: :?-+:? \|)+|\s*\$\$)\s*$/

const plainLine = (line: string): string =>
  line.startsWith("|")
    ? line.slice(0, maxLine).split(/(?<!\\)\|/).map(inline).filter((cell) => cell !== "").join("\t")
    : inline(line.slice(0, maxLine).replace(lineMarks, ""))

/** Characters of a line that are read. */
const maxLine = 200_000

const lineMarks = /^\s*(?:>\s?)*\s*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ x]\]\s+)?|\[\^[^\]]{1,50}\]:\s+)?/

const inline = (text: string): string =>
  text
    .replace(/(?<!\\)!\[(?:[^[\]\\]|\\.){0,1000}\]\([^()\s]{0,2000}(?:\s"[^"]{0,500}")?\)/g, " ")
    .replace(/(?<!\\)\[\^[^\]]{1,50}\]/g, "")
    .replace(
      /(?<!\\)\[((?:[^[\]\\]|\\.){0,1000})\]\((?:[^()\s\\]|\\.|\([^()\s]{0,200}\)){0,2000}(?:\s"[^"]{0,500}")?\)/g,
      "$1"
    )
    .replace(/<(https?:[^<>\s]{1,2000})>/g, "$1")
    .replace(/(?<!\\)(?:\*{1,3}|~~|`+)/g, "")
    .replace(/\\$/, "")
    .replace(/&(lt|gt|amp|nbsp|quot);/g, (_, name: string) => entities[name] ?? " ")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim()

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", nbsp: " ", quot: "\"" }
