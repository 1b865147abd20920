import { html as spec } from "parse5"
import type { PageElement } from "../../../dom/node.ts"
import { classesOf } from "../elements-by-key.ts"

/** A part of a selector that an element matches. The cost says how soon a site may change it. */
export interface ElementName {
  readonly css: string
  readonly cost: number
  /** The part of the selector for ancestors. Undefined if it has none. */
  readonly above?: string
}

/** Names of an element for selectors: attributes that say what it is, then ids, classes and the tag. */
export const namesOf = (element: PageElement): ReadonlyArray<ElementName> => {
  const tag = tagOf(element)
  const names: Array<ElementName> = []
  for (const { name, value } of element.attrs.slice(0, maxAttributes)) {
    const cost = tellingAttributes.get(name) ?? dataCost(name, value)
    if (isDataName.test(name)) names.push({ css: `${tag}[${name}]`, cost: 2.5 })
    if (cost !== undefined && isPlainValue(value)) names.push({ css: `${tag}[${name}="${value}"]`, cost })
  }
  const id = element.attr("id")
  if (id !== undefined && isIdentifier(id)) names.push({ css: `#${id}`, cost: 1.5 + costOf(id) })
  const classes = classesOf(element).slice(0, maxClasses)
  for (const name of classes) {
    if (isIdentifier(name)) names.push({ css: `.${name}`, cost: 2 + costOf(name) })
    const stem = moduleStem.exec(name)?.[1]
    if (stem !== undefined) names.push({ css: `${tag}[class*="${stem}"]`, cost: 2.5 })
  }
  names.push({ css: tag, cost: tagCosts.get(tag) ?? 4 })
  for (const child of tellingChildren(element)) {
    names.push({ css: `${tag}:has(> ${child})`, cost: childCosts.get(child) ?? 4 })
  }
  return names
}

/** Tags of children that say what an element is. */
const tellingChildren = (element: PageElement): ReadonlySet<string> => {
  const found = new Set<string>()
  let child = element.firstChild
  for (let tried = 0; child !== null && tried < maxTried; tried++, child = child.nextSibling) {
    if (child.nodeType === 1 && childCosts.has(child.tag)) found.add(child.tag)
  }
  return found
}

const maxTried = 12
const childCosts: ReadonlyMap<string, number> = new Map([
  ["h1", 3],
  ["h2", 3],
  ["h3", 3],
  ["form", 3.5],
  ["button", 3.5],
  ["table", 3.5],
  ["dl", 3.5],
  ["p", 4]
])

export const tagOf = ({ namespace, tag }: PageElement): string =>
  /^[a-z][\w-]*$/i.test(tag) ? namespace === spec.NS.HTML ? tag : tag.toLowerCase() : "*"

const maxClasses = 8
/** Far more than an element has that is not made to cost time. */
const maxAttributes = 50

/** Attributes whose value says what an element is, not what it shows. */
const tellingAttributes: ReadonlyMap<string, number> = new Map([
  ["itemprop", 0.5],
  ["property", 0.5],
  ["name", 1],
  ["rel", 1],
  ["itemtype", 1.5],
  ["role", 3]
])
/** Of data attributes, those for tests, and those that have a name for a value. */
const dataCost = (name: string, value: string): number | undefined =>
  !name.startsWith("data-")
    ? undefined
    : isTestName.test(name)
    ? 1
    : /^[a-z]+(?:[-_][a-z]+)*$/i.test(value)
    ? 2
    : undefined

const isDataName = /^data-[a-z]+(?:-[a-z]+)*$/
const isTestName = /^data-(?:test|qa|cy|hook|role|field|name|type|label|automation|component|selector|element|key)/

const tagCosts: ReadonlyMap<string, number> = new Map([
  ["h1", 1.5],
  ["title", 3],
  ["main", 2],
  ["article", 2.5],
  [
    "time",
    3
  ],
  ["address", 3],
  ["h2", 3.5]
])

const isPlainValue = (value: string): boolean =>
  value !== "" && value.length <= 60 && !/["\\\n\r\f]/.test(value) && costOf(value) < hashed

const isIdentifier = (name: string): boolean => name.length <= 60 && /^-?[a-z_][\w-]*$/i.test(name)

const hashed = 4.5

/** Names that a build makes, or that number something, do not last. */
const costOf = (name: string): number => {
  if (/\d{3,}/.test(name) || isHash(name)) return hashed
  if (/\d/.test(name) || utility.test(name)) return 3
  return states.test(name) ? 3 : 0
}

/** Random letters: digits between letters, or capitals inside that do not begin words. */
const isHash = (name: string): boolean =>
  name.split(/[-_]+/).some((part) =>
    (/\d/.test(part) && /[a-z]/i.test(part) && /\d[a-z]|[a-z]\d+[a-z]|[a-z]{2,}\d{2}/i.test(part) &&
      part.length >= 4) ||
    /[A-Z]{2}[a-z]|[a-z][A-Z][a-z]?[A-Z]/.test(part) || (part.length >= 5 && !/[aeiouy]/i.test(part))
  )

/** Classes of CSS modules: Product_price__3fJ2k. */
const moduleStem = /^([A-Za-z][A-Za-z-]*_[A-Za-z][A-Za-z-]*_{1,2})[\w-]{4,8}$/

/** Classes for one declaration each. */
const utility =
  /^(?:-?[mp][trblxy]?|text|font|bg|flex|grid|col|row|w|h|gap|items|justify|border|rounded|shadow|leading|tracking|inline|block|d|float|pull|align|order|space|z|top|left|right|bottom|min|max|sm|md|lg|xl)(?:-[\w-]+)?$/

/** States of an element, which change from page to page. */
const states = /^(?:is|has|js|no)-|^(?:active|selected|current|first|last|odd|even|open|closed|hidden|show|visible)$/
