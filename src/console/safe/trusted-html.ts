import DOMPurify from "dompurify"

/**
 * The one policy through which text becomes markup. The content security policy allows this one and DOMPurify's own.
 */
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
// A link leaves the console, and the other site does not learn from where.
purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName !== "A") return
  node.setAttribute("target", "_blank")
  node.setAttribute("rel", "noopener noreferrer nofollow")
})

/** Markup of a site without what could do harm. */
export const sanitised = (markup: string): string => String(purifier.sanitize(markup, allowed))

/** Sets markup that is made of sanitised parts and of our own. */
export const setMarkup = (element: Element, markup: string): void => {
  element.innerHTML = policy.createHTML(markup)
}

/** The same for the document of a frame. */
export const setFrame = (frame: HTMLIFrameElement, markup: string): void => {
  frame.srcdoc = policy.createHTML(markup)
}
