import { httpUrl } from "../../../core/domain/WebUrl.ts"
import { mapCss } from "../site/map-css.ts"
import { type MappedPage, mapReferences, type ReferenceKind } from "../site/map-references.ts"
import { relativeLink } from "../site/relative-link.ts"

/** The path of the file of a URL in the mirror. Undefined if it has none. */
export type FileOf = (url: URL) => string | undefined

/** The page with relative links to files of the mirror, and absolute ones to all other pages. */
export const convertPage = (html: string, url: string, file: string, fileOf: FileOf): MappedPage =>
  mapReferences(html, url, (reference) => linkTo(reference.url, reference.kind, file, fileOf))

/** The same for a style sheet. */
export const convertCss = (css: string, url: string, file: string, fileOf: FileOf): string =>
  mapCss(css, (text) => {
    const target = httpUrl(text, url)
    return target && linkTo(target, "asset", file, fileOf)
  }) ?? css

const linkTo = (url: URL, kind: ReferenceKind, file: string, fileOf: FileOf): string => {
  const target = kind === "other" ? undefined : fileOf(url)
  return target === undefined ? url.href : relativeLink(file, target) + url.hash
}
