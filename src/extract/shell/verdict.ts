import { canonical, resolveLink } from "../../core/domain/WebUrl.ts"
import { refreshesOf } from "../links/refresh-target.ts"
import type { PageContent, ParsedPage, ShellVerdict } from "../Page.ts"
import { wantedFrames } from "../parsers/frames/wanted-frames.ts"
import { lengthOf, mainTextOf, type ShellEvidence, shellEvidence } from "./evidence.ts"

/** Min text of a page without its scripts. */
const enoughText = 250
/** Characters read first, which decide for nearly every page. */
const sample = 2000
const maxMarkLength = 100
/** Min text that is more than a menu. */
const richText = 1000
/** Max text that may be only navigation, if there is a sign of an application. */
const littleText = 120
/** Min placeholders of a template. An article may mention one. */
const manyPlaceholders = 3
/** Max text that counts as none. */
const noText = 25

/**
 * Whether the page is a shell that needs JavaScript, with the evidence in plain words. A page with text of its own is
 * never one. A page without text is one if it has scripts that could add some, and a sign that they do. A page without
 * a match of wait_for counts as one, too.
 */
export const shellVerdict = (page: ParsedPage, content: PageContent): ShellVerdict =>
  verdictAtOnce(page) ?? forCaller(page, verdictByContent(page, content))

/** Verdict on a page that is not a shell, whatever its content. Undefined if the content is needed. */
export const verdictAtOnce = (page: ParsedPage): ShellVerdict | undefined => {
  const verdict = outOfQuestion(page)
  return verdict === undefined ? undefined : forCaller(page, verdict)
}

const forCaller = (page: ParsedPage, verdict: ShellVerdict): ShellVerdict => {
  const { mediaType, rendered, status } = page.input
  if (verdict.isShell || page.isAwaited !== true || rendered || status >= 400 || !/html/.test(mediaType)) return verdict
  return { isShell: true, evidence: "the element of wait_for is not there before scripts run", isAwaited: true }
}

/** Other documents that the page consists of, or leads to by itself. */
export const otherDocuments = (page: ParsedPage): Pick<ShellVerdict, "refresh" | "frames"> => {
  const { baseUrl, html, input, url } = page
  if (input.rendered || input.status >= 400 || !/html/.test(input.mediaType)) return {}
  const hasLess = (characters: number) => () => lengthOf(mainTextOf(html.body, sample)) < characters
  const isLittle = hasLess(littleText)
  const refresh = refreshesOf(input.headers, html.tagged("meta"))
    .filter(({ seconds }) => seconds === 0 || seconds <= maxRefreshSeconds && isLittle())
    .map(({ target }) => resolveLink(target, baseUrl))
    .find((target) => target !== undefined && target !== canonical(url))
  if (refresh !== undefined) return { refresh }
  const frames = wantedFrames(page, hasLess(enoughText))
  return frames.length > 0 ? { frames } : {}
}

/** A page that leads on later than this is meant to be read. */
const maxRefreshSeconds = 5

const outOfQuestion = (page: ParsedPage): ShellVerdict | undefined => {
  if (page.input.rendered || page.known.rendition !== undefined) return no("")
  if (!/html/.test(page.input.mediaType)) return no("")
  if (page.input.status >= 400) return no("an error page")
  return lengthOf(mainTextOf(page.html.body, sample)) >= enoughText + maxMarkLength
    ? no("the page has text of its own")
    : undefined
}

const verdictByContent = (page: ParsedPage, content: PageContent): ShellVerdict => {
  const { declaredHtml, isState } = content.selection
  if (declaredHtml !== "" && !isState && content.text.length >= enoughText) {
    return no("the page declares its text")
  }
  const main = mainTextOf(page.html.body)
  if (lengthOf(main) >= enoughText) return no("the page has text of its own")
  const found = shellEvidence(page, main)
  // The content stage has found the text of a page that has it only in navigation or noscript.
  if (content.text.length >= richText && found.emptyRoot === undefined) return no("the page has text of its own")
  if (content.text.length >= enoughText && found.noscriptText >= enoughText) {
    return no("the page's text is in noscript")
  }
  return judge(found)
}

const judge = (found: ShellEvidence): ShellVerdict => {
  const { mainText } = found
  if (mainText < littleText && found.shadowText >= enoughText) {
    return yes("its text lies in shadow roots, which a browser composes")
  }
  if (found.leadsAway && mainText < littleText) return yes("the page leads on to another address by itself")
  if (found.scripts === 0) return no("the page has no scripts that could add text")
  if (found.emptyRoot !== undefined) {
    return yes(`the application's root ${found.emptyRoot} is empty before scripts run`)
  }
  if (found.placeholders >= manyPlaceholders) return yes("the page is a template whose placeholders scripts fill")
  if (found.pleads && mainText < enoughText) {
    return yes("the page asks for JavaScript and has hardly any text without")
  }
  if (found.isInterstitial && mainText < enoughText) {
    return yes("the page stands before another, to which scripts lead")
  }
  if (found.emptyContainer !== undefined && mainText < littleText) {
    return yes(`the content's place ${found.emptyContainer} is empty before scripts run`)
  }
  if (found.hasState && mainText < noText) return yes("the page carries an application's data and no text")
  if (mainText < noText && found.embeds === 0) return yes("the page has no text before scripts run")
  return no("the page is short, and nothing says that scripts would add to it")
}

const yes = (evidence: string): ShellVerdict => ({ isShell: true, evidence })

const no = (evidence: string): ShellVerdict => ({ isShell: false, evidence })
