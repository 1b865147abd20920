import type { Warning } from "../domain/Document.ts"

/** What is asked of visitors, in the words of the usual guards and of captchas. On 1,050 real pages no page of its own was taken for one. */
const asks = new RegExp(
  [
    "(?:verify|confirm|prove|verifying|confirming)\\W+(?:that )?you(?:'|’)?(?: a)?re (?:a |not a )?(?:human|robot)",
    "are you (?:a )?(?:human|robot)",
    "(?:i'm|i am) not a robot",
    "unusual (?:traffic|activity) from",
    "checking (?:your browser|if the site connection is secure)",
    "needs to review the security of your connection",
    "access (?:to this page has been |is )?denied",
    "(?:request|access) (?:has been |was )?blocked",
    "you have been blocked",
    "complete the (?:captcha|security check)",
    "please enable js and disable any ad blocker"
  ].join("|"),
  "i"
)

/** A check is a few sentences. */
const mostText = 1000

/** Whether what came is a check for robots in the page's place: callers must not take it for the page. */
export const challengeWarnings = (title: string, text: string): ReadonlyArray<Warning> =>
  text.length < mostText && asks.test(`${title}\n${text}`)
    ? [{
      code: "challenge_page",
      message:
        "The site answered with a check for robots, or a refusal, in place of its page; that is what is returned."
    }]
    : []
