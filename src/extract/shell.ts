import { byTag, textContent } from "./dom/walk.ts"
import type { PageContent, ParsedPage, ShellVerdict } from "./Page.ts"

/** Below this a page says nothing without its scripts. */
const littleText = 200

/** Whether the page is a shell that needs JavaScript, and by what evidence. */
export const shellVerdict = (page: ParsedPage, content: PageContent): ShellVerdict => {
  const no = (evidence: string): ShellVerdict => ({ isShell: false, evidence })
  if (page.input.rendered || page.known.rendition !== undefined) return no("")
  if (page.input.status >= 400) return no("an error page")
  if (content.text.length >= littleText) return no("the page has text of its own")
  const scripts = byTag(page.html.document, "script").filter((script) =>
    script.has("src") || textContent(script).length > 0
  )
  if (scripts.length === 0) return no("the page has no scripts")
  const root = byTag(page.html.body, "div", "app-root", "main").find((element) =>
    roots.test(element.attr("id") ?? element.tag) && textContent(element).trim() === ""
  )
  if (root !== undefined) {
    return { isShell: true, evidence: "an empty application root is all there is before scripts run" }
  }
  const plea = byTag(page.html.document, "noscript").some((element) => /javascript/i.test(textContent(element)))
  if (plea && content.text.length < littleText) {
    return { isShell: true, evidence: "the page asks for JavaScript and has hardly any text" }
  }
  return no("hardly any text, and no sign that scripts would add to it")
}

const roots = /^(?:root|app|__next|__nuxt|___gatsby|svelte|app-root|main|application|react-root)$/i
