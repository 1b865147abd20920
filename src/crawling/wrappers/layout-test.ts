import { urlTemplate } from "../../core/domain/url-template.ts"
import type { WrapperSources } from "./WrapperStore.ts"

/**
 * Tells by its URL whether a page has the layout of the pages that rules were learnt from. The page itself cannot say
 * so after the layout has changed. A crawl applies the rules to all pages of the host.
 */
export const layoutTest = ({ examples, model = [], urls }: WrapperSources): (url: string) => boolean => {
  const known = new Set([...[...examples, ...model].map(({ url }) => url), ...urls])
  const templates = new Set([...known].map(urlTemplate).filter(isTelling))
  return (url) => known.has(url) || templates.has(urlTemplate(url))
}

/** Every page of some sites is directly below the root. */
const isTelling = (template: string): boolean => /\/[^/*]|\?/.test(template)
