/** The absolute target of a link that is kept as one: http, https, mailto and tel; undefined for script and in-page links. */
export const linkTarget = (href: string | undefined, base: URL): string | undefined => {
  if (href === undefined) return undefined
  const trimmed = href.trim()
  if (trimmed === "" || trimmed.startsWith("#") || /^javascript:/i.test(trimmed)) return undefined
  const url = URL.parse(trimmed, base)
  return url !== null && ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : undefined
}
