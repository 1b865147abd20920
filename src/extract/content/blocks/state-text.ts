import { tokensOf } from "../../dom/fast/page-words.ts"
import type { PageElement } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { elements, firstByTag, foldedText } from "../../dom/walk.ts"
import { isObject } from "../../metadata/declared/json-ld.ts"
import { countWords } from "./measure-text.ts"

/**
 * Texts from the state that an application starts with, as HTML or plain text. Texts are grouped by their path in the
 * data without list positions. Only the largest group is used: it has all posts of a thread, and no menu labels.
 */
export const stateTexts = (html: ParsedHtml): ReadonlyArray<string> => {
  const textsByPath = new Map<string, Set<string>>()
  for (const state of statesOf(html)) collect(state, "", textsByPath, 0)
  let best: ReadonlyArray<string> = []
  let bestWeight = 0
  for (const texts of textsByPath.values()) {
    const words = [...texts].reduce((sum, text) => sum + countWords(text), 0)
    // Short texts weigh less, because labels are not content.
    const weight = words * Math.min(1, words / texts.size / paragraph)
    if (words < minWords || weight <= bestWeight) continue
    bestWeight = weight
    best = [...texts]
  }
  return isAbout(firstByTag(html.document, "title"), best) ? best : []
}

/** Whether the texts have the words of the page title. State also has texts that all pages share. */
const isAbout = (title: PageElement | undefined, texts: ReadonlyArray<string>): boolean => {
  const wanted = new Set(title === undefined ? [] : tokensOf(foldedText(title)))
  const words = new Set(tokensOf(texts.join(" ")))
  return [...wanted].filter((word) => words.has(word)).length >= wanted.size * minShare
}

/** Below 1, because most titles contain the name of the site. */
const minShare = 0.4

const minWords = 80
/** The usual number of words in a paragraph. */
const paragraph = 40
const maxDepth = 24
const maxPaths = 5000
/** Min length of state in an attribute. Shorter values are options of a script. */
const minAttribute = 1000

/** Keys of texts in content management systems. */
const textKeys =
  /^(?:article_?body|body(?:_?html|_?text|_?content)?|content(?:_?html|_?text|_?rendered)?|rendered|cooked|html|text|raw|copy|markdown|description(?:_?html)?|post_?text|message|answer|value)$/i

function* statesOf({ document, tagged }: ParsedHtml): Generator<unknown> {
  for (const script of tagged("script")) {
    const type = script.attr("type") ?? ""
    const source = script.firstChild?.nodeType === 3 ? script.firstChild.data : ""
    if (/^application\/json$/i.test(type)) yield readJson(source)
    else if (type === "" || /javascript|module/i.test(type)) yield readJson(assignedIn(source))
  }
  for (const { attrs } of elements(document)) {
    for (const { name, value } of attrs) {
      if (value.length >= minAttribute && name.startsWith("data-")) yield readJson(value)
    }
  }
}

/** Matches a script that is one assignment of data (`window.__INITIAL_STATE__ = {...}`). */
const assignedIn = (source: string): string => {
  const begin = assignment.exec(source)?.[0].length ?? source.length
  return source.slice(begin).trimEnd().replace(/;$/, "")
}

const assignment = /^\s*(?:(?:var|let|const)\s+)?[\w.$["'\]]{1,100}\s*=/

const readJson = (source: string): unknown => {
  if (!/^\s*[[{]/.test(source)) return undefined
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

const collect = (value: unknown, path: string, textsByPath: Map<string, Set<string>>, depth: number): void => {
  if (depth > maxDepth) return
  if (Array.isArray(value)) {
    for (const item of value) collect(referred(item, value), path, textsByPath, depth + 1)
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === "string") take(item, key, path, textsByPath, depth)
      else collect(item, `${path}/${/^[\d-]+$|\d{3}/.test(key) ? "*" : key}`, textsByPath, depth + 1)
    }
  }
}

const take = (text: string, key: string, path: string, textsByPath: Map<string, Set<string>>, depth: number): void => {
  const inner = text.length >= minAttribute ? readJson(text) : undefined
  if (inner !== undefined) return collect(inner, `${path}/${key}`, textsByPath, depth + 1)
  if (!textKeys.test(key) || !/\s/.test(text.trim())) return
  const at = `${path}/${key}`
  const texts = textsByPath.get(at)
  if (texts !== undefined) texts.add(text)
  else if (textsByPath.size < maxPaths) textsByPath.set(at, new Set([text]))
}

/** Resolves a reference in Nuxt's data: one flat list in which an object's values are positions. */
const referred = (item: unknown, list: ReadonlyArray<unknown>): unknown => {
  if (!isObject(item)) return item
  const values = Object.values(item)
  const isFlat = values.length > 0 && values.every((value) => Number.isInteger(value) && Number(value) < list.length)
  if (!isFlat) return item
  return Object.fromEntries(
    Object.entries(item).flatMap(([key, value]) => {
      const target = list[Number(value)]
      return typeof target === "string" ? [[key, target]] : []
    })
  )
}
