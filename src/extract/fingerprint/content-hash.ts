import { createHash } from "node:crypto"
import { fold, foldedText } from "../dom/walk.ts"
import type { PageContent } from "../Page.ts"

/** Raised when the same page gives another title, markdown or record: the site has not changed it then. */
export const contentVersion = 4

/**
 * SHA-256 in hexadecimal of the text after folding white space, with the headings that only the markdown shows. "" if
 * there is no text.
 */
export const textHash = ({ selection: { addedHeadings, titleHeading }, text }: PageContent): string => {
  const folded = fold(text)
  if (folded === "") return ""
  const headings = [...titleHeading === undefined ? [] : [titleHeading], ...addedHeadings ?? []]
  return sha256([...headings.map(foldedText), folded].join("\n"))
}

/**
 * The identity of what a page says, for later crawls: its title, its markdown with the targets of links, and its
 * records. A version, a hyphen and SHA-256 in hexadecimal.
 */
export const contentHash = (title: string, markdown: string, records: ReadonlyArray<unknown>): string =>
  `${contentVersion}-${sha256(JSON.stringify([title, withoutLinkTitles(markdown), records]))}`

/** Compares two such hashes. Undefined if those of two versions differ, which says nothing. */
export const isSameContent = (before: string, after: string): boolean | undefined =>
  before === after ? true : versionOf(before) === versionOf(after) ? false : undefined

const versionOf = (hash: string): string => hash.slice(0, hash.indexOf("-"))

/** Titles of links and images are hints of the mouse, which many sites fill with counters and dates. */
export const withoutLinkTitles = (markdown: string): string =>
  markdown.replace(/(\]\([^\s()]+) "(?:[^"\\\n]|\\.)*"\)/g, "$1)")

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")
