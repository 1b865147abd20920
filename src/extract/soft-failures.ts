import type { Warning } from "../domain/Document.ts"
import { byTag } from "./dom/walk.ts"
import type { ParsedPage, ShellVerdict } from "./Page.ts"
import { type SoftFailure, softFailureRules } from "./rules/soft-failures.ts"

/**
 * Detects a success whose body is not the page: login wall, captcha, consent, soft 404. On 1,050 real pages, no page
 * with its own content is taken for one.
 */
export const softFailures = (
  page: ParsedPage,
  title: string,
  text: string,
  shell: ShellVerdict
): ReadonlyArray<Warning> => {
  if (page.known.rendition !== undefined || page.known.wholeBody === true) return []
  const found = softFailureRules.find((rule) => isSaid(rule, page, title, text))
  if (found !== undefined) return [{ code: found.code, message: found.message }]
  return shell.isShell ? [needsScripts(shell)] : []
}

const isSaid = (rule: SoftFailure, page: ParsedPage, wholeTitle: string, text: string): boolean => {
  const title = wholeTitle.slice(0, longestTitle)
  const { asksPassword, code, mostText, opens, says } = rule
  if (text.length > mostText || code === "not_found_page" && page.input.status >= 400) return false
  if (!says.test(`${title}\n${text}`)) return false
  if (opens !== undefined && !opens.test(title) && !opens.test(text.slice(0, opening))) return false
  return asksPassword !== true || byTag(page.html.body, "input").some((input) => input.attr("type") === "password")
}

/** The places where a page says what it is. */
const opening = 200
const longestTitle = 300

const needsScripts = ({ evidence }: ShellVerdict): Warning => ({
  code: "javascript_required",
  message: `The page needs JavaScript (${evidence}). This is the page without it.`
})
