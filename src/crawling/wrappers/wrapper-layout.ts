import { urlTemplate } from "../../core/domain/url-template.ts"
import type { WrapperSources } from "./WrapperStore.ts"

/**
 * Templates of the URLs of the pages that rules were learnt from. A crawl applies the rules to all pages of the host,
 * and a page itself cannot say whether it has the layout after that has changed.
 */
export const layoutOf = ({ examples, model = [], urls }: WrapperSources): ReadonlyArray<string> => {
  const known = [...[...examples, ...model].map(({ url }) => url), ...urls]
  // Every page of some sites is directly below the root. Then only the pages themselves are known.
  return [...new Set(known.map((url) => isTelling(urlTemplate(url)) ? urlTemplate(url) : url))]
}

const isTelling = (template: string): boolean => /\/[^/*]|\?/.test(template)

export const isOfLayout = (layout: ReadonlyArray<string>, url: string): boolean =>
  layout.includes(url) || layout.includes(urlTemplate(url))
