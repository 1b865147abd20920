/** The `srcset` with other URLs (HTML, 4.8.4.2.1). Undefined if none is replaced. */
export const mapSrcset = (srcset: string, replace: (url: string) => string | undefined): string | undefined => {
  let isChanged = false
  const candidates: Array<string> = []
  for (
    const [, url = "", descriptor = ""] of srcset.matchAll(/[\s,]*(\S*[^\s,])(?:,|\s+([^,(]*(?:\([^)]*\)[^,(]*)*))?/g)
  ) {
    const other = replace(url)
    if (other !== undefined) isChanged = true
    candidates.push(`${other ?? url} ${descriptor.trim()}`.trim())
  }
  return isChanged ? candidates.join(", ") : undefined
}
