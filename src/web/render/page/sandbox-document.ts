import type { CDPSession, Protocol } from "puppeteer-core"
import { codingFields } from "../../net/content-coding.ts"
import { redirectStatus } from "../../net/redirects.ts"

/**
 * The sandbox of documents that actions are performed on (HTML, "sandboxing flag set"; CSP 3 section 6.4.1): no
 * windows, downloads or dialogs, and no form that is sent to another origin, also by a redirect.
 */
const policy = "sandbox allow-scripts allow-same-origin allow-forms allow-top-navigation; form-action 'self'"

/** The clipboard belongs to the browser, so to the pages of other keys too. See `disarm` for its older interface. */
const permissions = "clipboard-read=(), clipboard-write=()"

/**
 * Fields about the coding of a body, which the browser has decoded, about cookies, which it has stored, and the policy
 * of the site about permissions: a mistake in it would void ours (Permissions Policy section 5.1).
 */
const dropped: ReadonlySet<string> = new Set([...codingFields, "set-cookie", "permissions-policy"])

/**
 * Passes a document on with the sandbox. The browser reads the policy of a response only if it comes with a body, so
 * the body takes the way through this process. Returns false for a download, which is refused.
 */
export const sandboxDocument = async (
  session: CDPSession,
  { requestId, responseHeaders = [], responseStatusCode = 0, responseStatusText = "" }:
    Protocol.Fetch.RequestPausedEvent
): Promise<boolean> => {
  // A redirect has no document. Without a location, it is one.
  if (redirectStatus.has(responseStatusCode) && responseHeaders.some(({ name }) => /^location$/i.test(name))) {
    await session.send("Fetch.continueRequest", { requestId })
    return true
  }
  const isDownload = responseHeaders.some(({ name, value }) =>
    (/^content-disposition$/i.test(name) && /^\s*attachment/i.test(value)) ||
    (/^content-type$/i.test(name) && !isShown.test(value))
  )
  if (isDownload) {
    await session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
    return false
  }
  const { base64Encoded, body } = await session.send("Fetch.getResponseBody", { requestId })
  await session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode: responseStatusCode,
    // Required for a status that the browser does not know.
    responsePhrase: responseStatusText === "" ? "Unknown" : responseStatusText,
    responseHeaders: [
      ...responseHeaders.filter(({ name }) => !dropped.has(name.toLowerCase())),
      { name: "content-security-policy", value: policy },
      { name: "permissions-policy", value: permissions }
    ],
    body: base64Encoded ? body : Buffer.from(body).toString("base64")
  })
  return true
}

/** Media types that the browser shows. The others are downloads. */
const isShown = /html|xml|^\s*text\/|^\s*image\/|json/i
