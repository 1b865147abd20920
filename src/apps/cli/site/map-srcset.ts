/** The `srcset` with other URLs (HTML, 4.8.4.2.1). Undefined if none is replaced. */
export const mapSrcset = (srcset: string, replace: (url: string) => string | undefined): string | undefined => {
  let isChanged = false
  const candidates: Array<string> = []
  for (let at = skip(srcset, 0, /[^\s,]/g); at < srcset.length; at = skip(srcset, at, /[^\s,]/g)) {
    const end = skip(srcset, at, /\s/g)
    const word = srcset.slice(at, end)
    const url = word.replace(/,$/, "")
    // A comma within parentheses belongs to the descriptor, but no descriptor in use has any.
    at = url === word ? skip(srcset, end, /,/g) : end
    const descriptor = url === word ? srcset.slice(end, at).trim() : ""
    const other = replace(url)
    if (other !== undefined) isChanged = true
    candidates.push(`${other ?? url} ${descriptor}`.trim())
  }
  return isChanged ? candidates.join(", ") : undefined
}

/** The next place from `at` that matches, or the end. */
const skip = (text: string, at: number, stop: RegExp): number => {
  stop.lastIndex = at
  return stop.exec(text)?.index ?? text.length
}
