import { unescaped } from "../../../extract/content/visible/css/escapes.ts"

/** The CSS with other URLs in `url()` and `@import`. Undefined if none is replaced. */
export const mapCss = (css: string, replace: (url: string) => string | undefined): string | undefined => {
  let isChanged = false
  const mapped = css.replaceAll(references, (whole, ...groups: ReadonlyArray<string | undefined>) => {
    const [quoted, single, bare, imported, importedSingle] = groups
    const url = quoted ?? single ?? bare ?? imported ?? importedSingle
    const other = url === undefined ? undefined : replace(unescaped(url))
    if (other === undefined) return whole
    isChanged = true
    const text = `"${other.replaceAll(/["\\\n]/g, (mark) => encodeURIComponent(mark))}"`
    return /^@import/i.test(whole) ? `@import ${text}` : `url(${text})`
  })
  return isChanged ? mapped : undefined
}

/** Comments come first, since they may contain URLs that no browser loads. An open one ends with the sheet. */
const references =
  /\/\*(?:[^]*?\*\/|[^]*)|url\(\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|((?:[^\s"'()\\]|\\.)+))\s*\)|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')/gi
