import { plainUrl } from "../../../core/domain/WebUrl.ts"

/** The absolute address of a link with http, https, mailto or tel. Undefined for scripts and places within the page. */
export const linkTarget = (href: string | undefined, base: URL): string | undefined => {
  if (href === undefined || !/^\s*[^#\s]/.test(href)) return undefined
  const plain = plainUrl(href, base)
  if (plain !== undefined) return plain
  const url = URL.parse(href.trim(), base)
  return url !== null && kept.has(url.protocol) ? url.href : undefined
}

const kept: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"])
