/** Lines longer than this are cut, as Google's parser does (2083 characters of URL, eight bytes each). */
const maxLineLength = 2083 * 8

const keys: Readonly<Record<string, string>> = {
  "user-agent": "User-agent",
  "useragent": "User-agent",
  "user agent": "User-agent",
  "allow": "Allow",
  "disallow": "Disallow",
  "dissallow": "Disallow",
  "dissalow": "Disallow",
  "disalow": "Disallow",
  "diasllow": "Disallow",
  "disallaw": "Disallow",
  "crawl-delay": "Crawl-delay",
  "crawldelay": "Crawl-delay",
  "sitemap": "Sitemap",
  "site-map": "Sitemap"
}

/**
 * A robots.txt rewritten so that robots-parser reads it as RFC 9309 and Google's reference parser do. Left alone, that
 * library misses a key without a colon, takes unknown lines and sitemaps for the end of a group, and keeps words behind a
 * product token; and it does not know that `/index.html` stands for its directory.
 */
export const normalizeRobots = (source: string): string => {
  const lines: Array<string> = []
  for (const raw of source.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const line = directiveOf(raw.slice(0, maxLineLength))
    if (line === undefined) continue
    const [key, value] = line
    if (key === "User-agent") lines.push(`User-agent: ${productToken(value)}`)
    else lines.push(`${key}: ${key === "Allow" || key === "Disallow" ? pathPattern(value) : value}`)
    if (key === "Allow" && /\/index\.html?$/i.test(value)) {
      lines.push(`Allow: ${pathPattern(value.replace(/index\.html?$/i, ""))}$`)
    }
  }
  return lines.join("\n")
}

const directiveOf = (raw: string): readonly [key: string, value: string] | undefined => {
  const line = raw.replace(/#.*$/, "").trim()
  if (line === "") return undefined
  const colon = line.indexOf(":")
  // Without a colon, white space may separate the key from its value, where there are exactly two words.
  const words = colon < 0 ? line.split(/\s+/) : [line.slice(0, colon), line.slice(colon + 1)]
  if (words.length !== 2) return undefined
  const key = keys[(words[0] ?? "").trim().toLowerCase()]
  return key === undefined ? undefined : [key, (words[1] ?? "").trim()]
}

/** RFC 9309 section 2.2.1: letters, `_` and `-`; what follows is not part of the token. */
export const productToken = (value: string): string => {
  if (/^\*(?:\s|$)/.test(value)) return "*"
  return /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? "-"
}

/** Octets outside of ASCII percent-encoded (RFC 9309 section 2.2.2), runs of `*` as one, no encoding undone. */
const pathPattern = (value: string): string =>
  value.replaceAll(/[^\u0021-\u007E]+/g, (run) => encodeURIComponent(run.toWellFormed())).replaceAll(/\*{2,}/g, "*")
