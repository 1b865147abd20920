import DOMPurify from "dompurify"

/** The only Trusted Types policy, besides DOMPurify's own, that the content security policy allows. */
interface Policy {
  createHTML(text: string): string
}
const factory =
  (globalThis as { readonly trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes // not in every browser
const policy = factory?.createPolicy("gleaner", { createHTML: (text) => text }) ??
  { createHTML: (text: string) => text }

/** Markup that a page may use. None of it loads anything, runs anything or has inputs. */
const allowed = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    "style",
    "form",
    "input",
    "textarea",
    "select",
    "button",
    "img",
    "picture",
    "source",
    "video",
    "audio",
    "track",
    "map",
    "area",
    "dialog"
  ],
  FORBID_ATTR: ["style", "id", "name", "class", "background", "srcset", "poster", "ping"],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i
}

const purifier = DOMPurify(window)
// Links are external and send no referrer.
purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName !== "A") return
  node.setAttribute("target", "_blank")
  node.setAttribute("rel", "noopener noreferrer nofollow")
})

/** Sanitizes markup of a site. */
export const sanitised = (markup: string): string => String(purifier.sanitize(markup, allowed))

/** Sets markup made of sanitized and our own parts. */
export const setMarkup = (element: Element, markup: string): void => {
  element.innerHTML = policy.createHTML(markup)
}

/** Sets the document of a frame. */
export const setFrame = (frame: HTMLIFrameElement, markup: string): void => {
  frame.srcdoc = policy.createHTML(markup)
}
