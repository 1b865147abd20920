import type { PageElement } from "../../src/extract/dom/node.ts"
import { children, elements } from "../../src/extract/dom/walk.ts"

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
export const randomFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

/** Common selectors, for any page. */
const common = [
  "main, article",
  "body > *",
  "h1, h2, h3",
  "a[href^='http']:not([rel])",
  "p:first-child",
  "li:nth-child(2n+1)",
  "li:nth-last-child(-n+2)",
  "div > p + p",
  "h2 ~ p",
  "ul li a",
  "img[src$='.png'], img[src*='.jpg' i]",
  "div:has(> img)",
  ":is(ul, ol) > li:last-child",
  "td:only-child, span:empty",
  "a:not(:has(img)):nth-of-type(odd)",
  "[class~='active'], [lang|='en']",
  "input[type='TEXT'], [rel='NOFOLLOW']",
  "section :where(p, span):only-of-type",
  "div:has(a) > a:first-of-type:last-of-type",
  "article:has(h2, h3) p, div div div div p:not(div div div div div p)"
]

/** As many selectors, half of them made from elements of the page. */
export const selectorsOf = (document: PageElement, count: number, random: () => number): ReadonlyArray<string> => {
  const all = [...elements(document)]
  const pick = <A>(list: ReadonlyArray<A>): A | undefined => list[Math.floor(random() * list.length)]
  const made: Array<string> = []
  for (let tries = 0; made.length < count / 2 && tries < count * 10; tries++) {
    const element = pick(all)
    if (element === undefined) break
    const parts = [compoundOf(element, random)]
    for (let at = element; parts.length < 4 && random() < 0.7;) {
      const parent = at.parentNode
      if (parent === null || parent.tag === "#document") break
      const before = previousElement(at)
      if (before !== undefined && random() < 0.3) {
        parts.unshift(compoundOf(before, random), random() < 0.5 ? "+" : "~")
        at = before
      } else {
        parts.unshift(compoundOf(parent, random), random() < 0.4 ? ">" : " ")
        at = parent
      }
    }
    const selector = parts.join(" ").replaceAll(/ {2,}/g, " ")
    made.push(random() < 0.15 ? `:not(${selector})` : selector)
  }
  const rest = [...common]
  while (made.length < count && rest.length > 0) made.push(rest.splice(Math.floor(random() * rest.length), 1)[0] ?? "")
  return made
}

const previousElement = (element: PageElement): PageElement | undefined => {
  for (let node = element.previousSibling; node !== null; node = node.previousSibling) {
    if (node.nodeType === 1) return node
  }
  return undefined
}

const compoundOf = (element: PageElement, random: () => number): string => {
  const tag = /^[a-z][a-z0-9-]*$/.test(element.tag) ? element.tag : "*"
  const classes = (element.attr("class") ?? "").split(/\s+/).filter((name) => /^[a-z_][\w-]*$/i.test(name))
  const id = element.attr("id") ?? ""
  const parts = [random() < 0.7 || classes.length === 0 ? tag : ""]
  if (classes.length > 0 && random() < 0.6) {
    const name = classes[Math.floor(random() * classes.length)] ?? ""
    parts.push(`.${random() < 0.1 ? name.toUpperCase() : name}`)
  }
  if (/^[a-z_][\w-]*$/i.test(id) && random() < 0.3) parts.push(`#${id}`)
  const attribute = element.attrs[Math.floor(random() * element.attrs.length)]
  if (attribute !== undefined && /^[a-z][a-z-]*$/.test(attribute.name) && random() < 0.4) {
    parts.push(attributeOf(attribute.name, attribute.value, random))
  }
  if (random() < 0.25 && element.parentNode !== null) {
    const position = [...children(element.parentNode)].indexOf(element) + 1
    parts.push(random() < 0.5 ? `:nth-child(${position})` : ":nth-of-type(2n+1)")
  }
  return parts.join("") || "*"
}

const attributeOf = (name: string, value: string, random: () => number): string => {
  const quote = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll(/[\n\r\f\0]/g, "\\a ")}"`
  const word = value.split(/\s+/)[0] ?? ""
  if (value === "" || value.length > 60 || /[\n\r\f\0]/.test(value)) return `[${name}]`
  const forms = [
    `[${name}]`,
    `[${name}=${quote(value)}]`,
    ...(/^[ -~]*$/.test(value) ? [`[${name}=${quote(value.toUpperCase())} i]`] : []),
    `[${name}^=${quote(value.slice(0, 3))}]`,
    `[${name}$=${quote(value.slice(-3))}]`,
    `[${name}*=${quote(value.slice(1, 4))}]`,
    ...(word === "" ? [] : [`[${name}~=${quote(word)}]`])
  ]
  return forms[Math.floor(random() * forms.length)] ?? `[${name}]`
}
