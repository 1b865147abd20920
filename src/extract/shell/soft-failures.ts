import type { Warning } from "../../core/domain/document/Trace.ts"
import { byTag } from "../dom/walk.ts"
import type { ParsedPage, ShellVerdict } from "../Page.ts"
import { isLoginUrl, isSoftFailure, type SoftFailure, softFailureRules } from "../rules/soft-failures.ts"

/**
 * Detects a success whose body is not the page: login wall, captcha, consent, soft 404. On 1,050 real pages, no page
 * with its own content is taken for a failure.
 */
export const softFailures = (
  page: ParsedPage,
  title: string,
  text: string,
  shell: ShellVerdict
): ReadonlyArray<Warning> => {
  if (page.known.rendition !== undefined || page.known.wholeBody === true) return []
  const found = softFailureRules.find((rule) =>
    isSaid(rule, page, title, text) || (rule.code === "login_required" && isLedToLogin(rule, page, text))
  )
  if (found !== undefined) return [{ code: found.code, message: found.message }]
  return shell.isShell && shell.isAwaited !== true ? [needsScripts(shell)] : []
}

const isSaid = (rule: SoftFailure, page: ParsedPage, title: string, text: string): boolean => {
  if (rule.code === "not_found_page" && page.input.status >= 400) return false
  return isSoftFailure(rule, title, text) && (rule.asksPassword !== true || asksPassword(page))
}

/** The request was for another page, and the site redirected to its login page. Independent of language. */
const isLedToLogin = ({ maxText }: SoftFailure, page: ParsedPage, text: string): boolean =>
  page.input.finalUrl !== page.input.url && isLoginUrl(page.input.finalUrl) && !isLoginUrl(page.input.url) &&
  text.length <= maxText && asksPassword(page)

const asksPassword = ({ html }: ParsedPage): boolean =>
  byTag(html.body, "input").some((input) => input.attr("type")?.toLowerCase() === "password")

const needsScripts = ({ evidence }: ShellVerdict): Warning => ({
  code: "javascript_required",
  message: `The page needs JavaScript (${evidence}). This is the page without it.`
})
