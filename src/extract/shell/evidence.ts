import type { PageElement } from "../dom/node.ts"
import { afterSubtree, byTag, elements, fold, nextNode, textContent } from "../dom/walk.ts"
import type { ParsedPage } from "../Page.ts"
import * as rules from "../rules/shell.ts"
import { silentTags, surroundingTags } from "../rules/tags.ts"

/** Evidence for or against a shell. Lengths are in characters of folded text. */
export interface ShellEvidence {
  /** Text outside the parts shared by all pages of a site, without loading messages. */
  readonly mainText: number
  /** Scripts that may add text: not those for statistics, advertising or consent. */
  readonly scripts: number
  /** Empty root of an application, written as its tag. */
  readonly emptyRoot: string | undefined
  /** Empty container for content, or an undefined custom element. */
  readonly emptyContainer: string | undefined
  readonly pleads: boolean
  readonly hasState: boolean
  /** Placeholders of a template that only a script fills: `{{ name }}`. */
  readonly placeholders: number
  readonly leadsAway: boolean
  readonly isInterstitial: boolean
  /** Length of the text for browsers without scripts. */
  readonly noscriptText: number
  /** Length of the text in declarative shadow roots. */
  readonly shadowText: number
  /** Number of pictures, frames and other content without text. */
  readonly embeds: number
}

/** Collects the evidence. It takes several walks over the tree, so call it only for pages with a short main text. */
export const shellEvidence = (page: ParsedPage, main: string): ShellEvidence => {
  const { body, head, tagged } = page.html
  const scripts = scriptsOf(tagged("script"))
  const source = scripts.map((script) => script.inline).join("\n")
  const all = [...elements(body)]
  const title = fold(textOf(byTag(head, "title")[0]))
  return {
    mainText: lengthOf(main),
    scripts: scripts.filter((script) => !script.isAside).length,
    emptyRoot: describe(all.find((element) => isRoot(element) && isBare(element))),
    emptyContainer: describe(all.find((element) => isContainer(element, body) && isBare(element))),
    pleads: rules.plea.test(main) || tagged("noscript").some((element) => rules.plea.test(rawText(element))),
    hasState: rules.stateBlobs.test(source) || [page.html.html, ...all].some(hasRootAttribute)
      || tagged("script").some((script) => script.attr("id") === "__NEXT_DATA__"),
    placeholders: placeholdersOf(main),
    leadsAway: source.length < 2000 && rules.leadsAway.test(source),
    isInterstitial: rules.interstitialTitle.test(title),
    noscriptText: Math.max(0, ...byTag(body, "noscript").map((element) => fold(rawText(element)).length)),
    shadowText: shadowText(body),
    embeds:
      byTag(body, "img", "picture", "video", "audio", "object", "embed", "iframe", "frame", "canvas", "form").length
      + (body.tag === "frameset" ? 1 : 0)
  }
}

/** Length of a text without loading messages and the placeholders of templates. */
export const lengthOf = (text: string): number => text.replace(rules.loading, "").replace(placeholder, "").trim().length

const placeholdersOf = (text: string): number => text.match(placeholder)?.length ?? 0

const placeholder = /\{\{[^{}]{1,80}\}\}/g

interface Script {
  readonly inline: string
  readonly isAside: boolean
}

const javascript = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script.*|text\/babel|text\/jsx)$/i

const scriptsOf = (elements: ReadonlyArray<PageElement>): ReadonlyArray<Script> =>
  elements.filter((script) => javascript.test(script.attr("type")?.trim() ?? "")).map((script) => {
    const src = script.attr("src")
    const inline = rawText(script)
    return {
      inline,
      isAside: src === undefined
        ? inline.trim() === "" || rules.sideScripts.test(inline.slice(0, 4000))
        : rules.sideScripts.test(src)
    }
  })

const isRoot = (element: PageElement): boolean =>
  rules.rootIds.has((element.attr("id") ?? "").toLowerCase()) || element.tag === "app-root" || element.has("ng-app")
  || element.has("data-v-app") || element.has("ng-view") || element.has("ui-view")

/**
 * Whether an element is meant for the content: `main`, its roles and names, or a custom element directly below the
 * body.
 */
const isContainer = (element: PageElement, body: PageElement): boolean =>
  element.tag === "main" || element.tag === "article" || element.attr("role") === "main"
  || rules.contentIds.has((element.attr("id") ?? "").toLowerCase())
  || (element.tag.includes("-") && (element.parentNode === body || element.parentNode?.parentNode === body))

/** Whether an element has no text except loading messages. The boxes of a skeleton are not content. */
const isBare = (element: PageElement): boolean =>
  lengthOf(fold(textContent(element))) < 20
  && byTag(element, "img", "video", "iframe", "form", "object").filter((inside) => !isSpinner(inside)).length === 0

const isSpinner = (element: PageElement): boolean =>
  element.tag === "img" &&
  /load|spin|logo|placeholder/i.test(`${element.attr("src") ?? ""} ${element.attr("alt") ?? ""}`)

const hasRootAttribute = (element: PageElement): boolean => rules.rootAttributes.some((name) => element.has(name))

/** Text of the body without navigation, headers, footers and hidden parts. Stops soon after `maxLength` characters. */
export const mainTextOf = (body: PageElement, maxLength = Number.POSITIVE_INFINITY): string => {
  let text = ""
  for (let node = body.firstChild; node !== null && text.length < maxLength;) {
    if (node.nodeType === 3) text += `${node.data} `
    node = node.nodeType === 1 && isSurrounding(node) ? afterSubtree(node, body) : nextNode(node, body)
  }
  return fold(text)
}

const isSurrounding = (element: PageElement): boolean =>
  silentTags.has(element.tag) || rules.surroundingRoles.has(element.attr("role") ?? "") || element.has("hidden")
  || (surroundingTags.has(element.tag) && !isWithinArticle(element))

/** The header of an article belongs to the article. */
const isWithinArticle = (element: PageElement): boolean => {
  for (let at = element.parentNode; at !== null; at = at.parentNode) {
    if (at.tag === "article" || at.tag === "main") return element.tag === "header"
  }
  return false
}

const shadowText = (body: PageElement): number =>
  byTag(body, "template").filter((template) => template.has("shadowrootmode") || template.has("shadowroot"))
    .reduce((sum, template) => sum + fold(textContent(template.content ?? template)).length, 0)

const describe = (element: PageElement | undefined): string | undefined => {
  if (element === undefined) return undefined
  const id = element.attr("id")
  return id === undefined ? `<${element.tag}>` : `<${element.tag} id="${id.slice(0, 40)}">`
}

const textOf = (element: PageElement | undefined): string => element === undefined ? "" : rawText(element)

/** All text below, of any tag. Other functions skip the text of scripts and `noscript`. */
const rawText = (element: PageElement): string => {
  let text = ""
  for (let node = element.firstChild; node !== null; node = nextNode(node, element)) {
    if (node.nodeType === 3) text += node.data
  }
  return text
}
