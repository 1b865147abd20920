import { safeDecoded } from "../output/safe-decoded.ts"
import { hostName, safePath } from "./safe-path.ts"

/**
 * The path that the markdown of a URL would have in an empty folder: as on the site, below the host for other hosts than
 * the root. `blog/one.md` for /blog/one and /blog/one.html, `index.md` for /, `list@page=2.md` for /list?page=2.
 */
export const markdownPath = ({ host, href, pathname, search }: URL, root: string | undefined): string => {
  const names = pathname.split("/").slice(1).map(safeDecoded)
  const last = (names.pop() ?? "").replace(pageEnding, "") || "index"
  const query = search.length > 1 ? `@${safeDecoded(search.slice(1))}` : ""
  const folders = withoutWww(host) === root ? [] : [hostName(host)]
  return safePath([...folders, ...names, `${last}${query}.md`], folders.length, href)
}

/** The host whose pages need no folder of their own. Undefined for URLs of several hosts. */
export const rootHost = (urls: ReadonlyArray<URL>): string | undefined => {
  const hosts = new Set(urls.map(({ host }) => withoutWww(host)))
  return hosts.size === 1 ? [...hosts][0] : undefined
}

/** Many sites redirect from one to the other. */
const withoutWww = (host: string): string => host.replace(/^www\./, "")

/** Endings of pages, which say nothing of their markdown. */
const pageEnding = /\.(?:x?html?|php|aspx?|jsp)$/i
