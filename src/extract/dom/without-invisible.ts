/**
 * Removes what no reader sees: soft hyphens, zero-width and control characters, the private characters of icon fonts,
 * bidirectional embeddings and overrides, tag characters (U+E0000) outside of flags, and variation selectors in runs. One
 * variation selector belongs to the character before it.
 */
export const withoutInvisible = (text: string): string => text.replace(invisible, (_, flag?: string) => flag ?? "")

/** Removes tag characters outside of flags and runs of variation selectors only: code and data have their other characters. */
export const withoutSpelled = (text: string): string =>
  mayBeSpelled.test(text) ? text.replace(spelling, (_, flag?: string) => flag ?? "") : text

/** Whether a text may have such characters: nearly none has. */
export const mayBeSpelled = /\uDB40|[\uFE00-\uFE0F]{2}/

/** The text that tag characters and runs of variation selectors spell, and the number of these characters. */
export const spelledOut = (text: string): { readonly count: number; readonly words: string } => {
  let count = 0
  let words = ""
  for (const [run, flag] of text.matchAll(spelling)) {
    if (flag !== undefined) continue
    for (const character of run) {
      count++
      const code = character.codePointAt(0) ?? 0
      // Tags stand for ASCII. Variation selectors stand for the bytes of a text.
      if (code >= 0xE0020 && code < 0xE007F) words += String.fromCharCode(code - 0xE0000)
      else if (code >= 0xE0110 && code < 0xE016F) words += String.fromCharCode(code - 0xE00F0)
    }
  }
  return { count, words }
}

const flags = String.raw`(\uD83C\uDFF4(?:\uDB40[\uDC30-\uDC39\uDC61-\uDC7A]){1,6}\uDB40\uDC7F)`
const tags = String.raw`(?:\uDB40[\uDC00-\uDC7F])+`
const selectors = String.raw`(?:[\uFE00-\uFE0F]|\uDB40[\uDD00-\uDDEF]){2,}`
const others = String
  .raw`[\u0000-\u0008\u000E-\u001F\u007F\u00AD\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uE000-\uF8FF]`

const spelling = new RegExp(`${flags}|${tags}|${selectors}`, "g")
const invisible = new RegExp(`${flags}|${tags}|${selectors}|${others}`, "g")
