/** Replaces the addresses of links in markdown, but not those of images and not in code. Undefined leaves one as it is. */
export const mapMarkdownLinks = (markdown: string, replace: (url: string) => string | undefined): string => {
  let fence = ""
  return markdown.split("\n").map((line) => {
    const [, marks = ""] = fenceStart.exec(line) ?? []
    if (fence !== "") {
      if (marks.startsWith(fence) && line.trimEnd().endsWith(marks)) fence = ""
      return line
    }
    fence = marks
    return fence === "" ? mapLine(line, replace) : line
  }).join("\n")
}

/** In a list or a quote, too. */
const fenceStart = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]+)*(`{3,}|~{3,})/

/** The start of a code span, a bracket, or the address of a link: `](<url>` or `](url`. An escaped mark is none. */
const marks = /\\.|`+|!?\[|\](?:\((?:<([^<>\n]*)>|([^\s()<>]+)))?/g

const mapLine = (line: string, replace: (url: string) => string | undefined): string => {
  if (!line.includes("](")) return line
  const spans = codeSpans(line)
  const open: Array<string> = []
  let mapped = ""
  let from = 0
  marks.lastIndex = 0
  for (let mark = marks.exec(line); mark !== null; mark = marks.exec(line)) {
    const [text, bracketed, bare] = mark
    if (text.startsWith("`")) marks.lastIndex = spans.get(mark.index) ?? marks.lastIndex
    else if (text.endsWith("[")) open.push(text)
    else if (text.startsWith("]") && open.pop() === "[") {
      const url = bracketed ?? bare
      const other = url === undefined ? undefined : replace(url)
      if (other === undefined) continue
      mapped += `${line.slice(from, mark.index)}](${other}`
      from = marks.lastIndex
    }
  }
  return mapped + line.slice(from)
}

/** The end of each code span of a line, by its start: the next run of as many backticks (CommonMark 6.1). */
const codeSpans = (line: string): ReadonlyMap<number, number> => {
  const ends = new Map<number, number>()
  const next = new Map<number, number>()
  for (const { 0: run, index } of [...line.matchAll(/`+/g)].toReversed()) {
    const end = next.get(run.length)
    if (end !== undefined) ends.set(index, end)
    next.set(run.length, index + run.length)
  }
  return ends
}
