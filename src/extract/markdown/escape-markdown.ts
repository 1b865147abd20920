import { endRun } from "../dom/text-end.ts"
import { charAfter, charBefore, isDelimited, isPunctuation, isSpace } from "./inline-context.ts"
import type { ContentNode } from "./tree/ContentNode.ts"

/**
 * A text node as markdown, with only the necessary escapes. turndown's own function has only a bare string, so it must
 * escape every underscore, bracket and leading digit, which makes prose and URLs hard to read.
 */
export const escapeText = (node: ContentNode): string => {
  const { data } = node
  if (!special.test(data)) return data
  const before = touches(node.previousSibling, node) ? "*" : charBefore(node)
  const following = charAfter(node)
  const after = touches(node.nextSibling, node) ? "*" : following
  const around: Around = {
    math: data.includes("$") && node.root?.hasMath === true,
    strike: data.includes("~") && node.root?.hasStrike === true
  }
  if (isWithin(node, "A")) return escapeRun(data, before, after, around).replace(/[[\]]/g, "\\$&")
  let written = ""
  let at = 0
  for (const { 0: found, index } of data.matchAll(bareUrl)) {
    const end = index + found.length
    const isLast = end === data.length
    written += escapePart(data.slice(at, index), at === 0 ? before : "/", "h", around)
    written += address(found, isLast ? after : data[end] ?? "")
    at = end
  }
  return written + escapePart(data.slice(at), at === 0 ? before : "/", after, around, following)
}

const escapePart = (text: string, before: string, after: string, around = nowhere, following = after): string =>
  escapeBrackets(escapeRun(text, before, after, around), following)

/**
 * A bare address becomes a link up to the next space (GFM 6.9), and a backslash would be part of it. An address that
 * needs an escape, or is followed by another character, gets angle brackets (CommonMark 6.5). Without a scheme it is
 * not a link.
 */
const address = (run: string, after: string): string => {
  const escaped = escapePart(run, "/", after)
  if (escaped === run && isSpace(after) && after !== "\n") return run
  if (/^www\./i.test(run)) return escaped.replace(".", "\\.").replaceAll("://", "\\://")
  const url = run.slice(0, endRun(run, "!\"'*.,:;?_~)]\\[`|"))
  return `<${url}>${escapePart(run.slice(url.length), "/", after)}`
}

interface Around {
  /** The content has a formula, so dollar signs have a meaning. */
  readonly math: boolean
  /** The content has a strike, so a tilde may be a delimiter. */
  readonly strike: boolean
}

const nowhere: Around = { math: false, strike: false }

/** Escapes characters that would start a heading, a list, a quote or a rule at the start of a line. */
export const escapeLineStart = (line: string): string => {
  if (!lineStart.test(line)) return line
  return line
    .replace(/^(?:[-+*](?=\s|$)|#{1,6}(?=\s|$)|>|~{3,}|=+\s*$|([-*_])[ \t]*(?:\1[ \t]*){2,}$|[|:-][-|: \t]*$)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
}

/** Escapes a bare string, such as the alternative text of an image. */
export const escapeLabel = (text: string): string => escapeRun(text, "[", "]").replace(/[[\]]/g, "\\$&")

const special = /[\\*`[\]_<&~!$]|www\.|:\/\//i
const lineStart = /^(?:[-+*#>~=|:_]|\d{1,9}[.)])/
const bareUrl = /(?<![a-z])(?:https?:\/\/|www\.)[^\s<>]+/gi

const escapeRun = (text: string, before: string, after: string, around = nowhere): string => {
  if (!special.test(text)) return text
  return text.replace(
    /\\(?=[!-/:-@[-`{-~]|$)|`|<(?=[a-z!/?]|[^\s<>]*@|$)|&(?=#?\w{1,31};|$)|\$+|\*+|_+|~+/gi,
    (run, at: number) => {
      if (run[0] === "$") return around.math ? run.replaceAll("$", "\\$") : run
      const previous = at === 0 ? before : text[at - 1] ?? ""
      const next = at + run.length === text.length ? after : text[at + run.length] ?? ""
      return isHarmless(run, previous, next, around) ? run : run.replace(/[\s\S]/g, "\\$&")
    }
  )
}

/** Whether a run can neither open nor close anything in its place (CommonMark 6.2; GFM 6.5). */
const isHarmless = (run: string, previous: string, next: string, { strike }: Around): boolean => {
  switch (run[0]) {
    case "*":
      return isSpace(previous) && isSpace(next)
    case "_":
      return isSpace(previous) && isSpace(next) || isWord(previous) && isWord(next)
    case "~":
      // Only a closer matters. An opener without a closer is text.
      return !strike && (!closes(previous, next) || run.length > 2 && previous !== "*") && next !== "*"
    case "<":
      return isSpace(next)
    case "&":
      return next === "" || !/[#\w*]/.test(next)
    default:
      return false
  }
}

/** Right-flanking, as GFM reads strikes. */
const closes = (previous: string, next: string): boolean =>
  !isSpace(previous) && (!isPunctuation(previous) || isSpace(next) || isPunctuation(next))

const isWord = (char: string): boolean => /[\p{L}\p{N}]/u.test(char)

/**
 * Brackets have a meaning only before a parenthesis or a colon, or as a footnote or a task box, because there are no
 * reference definitions here.
 */
const escapeBrackets = (text: string, after: string): string =>
  text
    .replace(/!$/, after === "[" ? "\\!" : "!")
    .replace(/\[(?=\^|[ xX]\])/g, "\\[")
    .replace(/\](?=[(:]|$)/g, (bracket, at: number) =>
      at === text.length - 1 && after !== "(" && after !== ":" && after !== "[" ? bracket : `\\${bracket}`)

/** Whether the delimiter of a mark is on this side of the text. */
const touches = (sibling: ContentNode | null, node: ContentNode): boolean =>
  isDelimited(sibling ?? node.parentNode ?? node)

const isWithin = (node: ContentNode, name: string): boolean => {
  for (let at = node.parentNode; at !== null; at = at.parentNode) if (at.nodeName === name) return true
  return false
}
