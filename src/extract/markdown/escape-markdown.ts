import type { ContentNode } from "./ContentNode.ts"
import { charAfter, charBefore, isDelimited, isSpace } from "./inline-context.ts"

/**
 * A text node as markdown: what would change its meaning is escaped and nothing else. turndown's own escape is given a bare
 * string, so it must escape every underscore and bracket and leading digit, which makes prose and URLs hard to read.
 */
export const escapeText = (node: ContentNode): string => {
  const { data } = node
  if (node.isCode || !special.test(data)) return data
  const before = touches(node.previousSibling, node) ? "*" : charBefore(node)
  const after = touches(node.nextSibling, node) ? "*" : charAfter(node)
  const isMath = data.includes("$") && rootOf(node).hasMath
  if (isInLink(node)) return escapeRun(data, before, after, isMath).replace(/[[\]]/g, "\\$&")
  let written = ""
  let at = 0
  // A bare address is a link by itself (GFM 6.9), within which a backslash would be part of it.
  for (const match of data.matchAll(bareUrl)) {
    const url = match[0].replace(/[!"'*.,:;?_~)\]&\\[]+$/, "")
    if (match.index < at) continue
    const end = match.index + url.length
    written += escapeBrackets(escapeRun(data.slice(at, match.index), at === 0 ? before : "/", url[0] ?? "", isMath)) +
      url
    at = end
  }
  return written + escapeBrackets(escapeRun(data.slice(at), at === 0 ? before : "/", after, isMath), after)
}

/** A line's start, where some characters would make it a heading, a list, a quote or a rule. */
export const escapeLineStart = (line: string): string => {
  if (!lineStart.test(line)) return line
  return line
    .replace(/^(?:[-+*](?=\s|$)|#{1,6}(?=\s|$)|>|~{3,}|=+\s*$|([-*_])[ \t]*(?:\1[ \t]*){2,}$|[|:-][-|: \t]*$)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
}

/** For where only a string is known: an image's alternative text. */
export const escapeLabel = (text: string): string => escapeRun(text, "[", "]").replace(/[[\]]/g, "\\$&")

const special = /[\\*`[\]_<&~!$]/
const lineStart = /^(?:[-+*#>~=|:_]|\d{1,9}[.)])/
const bareUrl = /(?<![a-z0-9])(?:https?:\/\/|www\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:(?!&#?\w+;)[^\s<`|])*/gi

const escapeRun = (text: string, before: string, after: string, isMath = false): string => {
  if (!special.test(text)) return text
  return text.replace(
    /\\(?=[!-/:-@[-`{-~]|$)|`|<(?=[a-z!/?]|$)|&(?=#?\w{1,31};|$)|\$+|\*+|_+|~+|!$/gi,
    (run, at: number) => {
      if (run[0] === "$") return isMath ? run.replaceAll("$", "\\$") : run
      const previous = at === 0 ? before : text[at - 1] ?? ""
      const next = at + run.length === text.length ? after : text[at + run.length] ?? ""
      return isHarmless(run, previous, next) ? run : run.replace(/[\s\S]/g, "\\$&")
    }
  )
}

/** Whether a run cannot open or close anything where it stands (CommonMark 6.2; GFM 6.5). */
const isHarmless = (run: string, previous: string, next: string): boolean => {
  switch (run[0]) {
    case "*":
      return isSpace(previous) && isSpace(next)
    case "_":
      return isSpace(previous) && isSpace(next) || isWord(previous) && isWord(next)
    case "~":
      // Only what can close matters: an opener without a closer is text.
      return isSpace(previous) || run.length > 2
    case "!":
      return next !== "["
    case "<":
      return next === "" || !/[a-z!/?]/i.test(next)
    case "&":
      return next === "" || !/[#\w]/.test(next)
    default:
      return false
  }
}

const isWord = (char: string): boolean => /[\p{L}\p{N}]/u.test(char)

/** Brackets mean something only before a parenthesis or a colon, or as a footnote or a task box: nothing here defines references. */
const escapeBrackets = (text: string, after = ""): string =>
  text
    .replace(/\[(?=\^|[ xX]\])/g, "\\[")
    .replace(/\](?=[(:]|$)/g, (bracket, at: number) =>
      at === text.length - 1 && after !== "(" && after !== ":" && after !== "[" ? bracket : `\\${bracket}`)

const rootOf = (node: ContentNode): ContentNode => {
  let at = node
  while (at.parentNode !== null) at = at.parentNode
  return at
}

/** Whether a mark's delimiter is printed on this side of the text. */
const touches = (sibling: ContentNode | null, node: ContentNode): boolean =>
  isDelimited(sibling ?? node.parentNode ?? node)

const isInLink = (node: ContentNode): boolean => {
  for (let at = node.parentNode; at !== null; at = at.parentNode) if (at.nodeName === "A") return true
  return false
}
