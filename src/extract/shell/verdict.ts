import type { PageContent, ParsedPage, ShellVerdict } from "../Page.ts"
import { lengthOf, mainTextOf, type ShellEvidence, shellEvidence } from "./evidence.ts"

/** From this length, a page says something without its scripts. */
const enoughText = 250
/** The beginning decides for nearly every page, even if it ends within something that is not text. */
const sample = 2000
const maxMarkLength = 100
/** More than a menu. */
const richText = 1000
/** With a sign of an application, this much may be navigation only. */
const littleText = 120
/** A template, not an article that mentions one. */
const manyPlaceholders = 3
/** Nothing to speak of. */
const noText = 25

/**
 * Whether the page is a shell that needs JavaScript, with the evidence in plain words. A page with text of its own is
 * never one, whatever made it. Without text, there must be scripts that could add some, and a sign that they do. A page
 * without the element that the caller waits for counts as one, too.
 */
export const shellVerdict = (page: ParsedPage, content: PageContent): ShellVerdict =>
  verdictAtOnce(page) ?? forCaller(page, verdictByContent(page, content))

/** The verdict on a page that shows without its content that it is no shell. Undefined for others. */
export const verdictAtOnce = (page: ParsedPage): ShellVerdict | undefined => {
  const verdict = outOfQuestion(page)
  return verdict === undefined ? undefined : forCaller(page, verdict)
}

const forCaller = (page: ParsedPage, verdict: ShellVerdict): ShellVerdict => {
  const { mediaType, rendered, status } = page.input
  if (verdict.isShell || page.isAwaited !== true || rendered || status >= 400 || !/html/.test(mediaType)) return verdict
  return { isShell: true, evidence: "the element of wait_for is not there before scripts run", isAwaited: true }
}

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
  // If all text of a page stands in navigation or noscript, the content stage has found it.
  if (content.text.length >= richText && found.emptyRoot === undefined) return no("the page has text of its own")
  if (content.text.length >= enoughText && found.noscriptText >= enoughText) {
    return no("the page's text stands in noscript")
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
