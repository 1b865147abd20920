/** Removes soft hyphens, zero-width and control characters, and the private characters of icon fonts. */
export const withoutInvisible = (text: string): string => text.replace(invisible, "")

// oxlint-disable-next-line no-control-regex -- these are the characters that are dropped
const invisible = /[\u0000-\u0008\u000E-\u001F\u007F\u00AD\u200B\u2060\uFEFF\uE000-\uF8FF]/g
