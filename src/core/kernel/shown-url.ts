/**
 * A URL as logs and traces show it: without user info, query and fragment. These may contain passwords, tokens and
 * names.
 */
export const shownUrl = (url: string): string =>
  url.replace(/[?#].*$/s, "").replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1")
