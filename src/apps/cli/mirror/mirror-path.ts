import * as path from "node:path"
import { safeDecoded } from "../output/safe-decoded.ts"
import { hostName, safePath } from "../site/safe-path.ts"

/**
 * The path that a URL would have in an empty mirror. Browsers know the type of a file by its ending, so the query comes
 * before it.
 */
export const mirrorPath = ({ host, href, pathname, search }: URL, mediaType: string): string => {
  const names = pathname.split("/").slice(1).map(safeDecoded)
  const last = names.pop() ?? ""
  const { ext, name } = path.posix.parse(last === "" ? "index" : last)
  const file = withEnding(name + (search.length > 1 ? `@${safeDecoded(search.slice(1))}` : ""), ext, mediaType)
  return safePath([hostName(host), ...names, file], 1, href)
}

const withEnding = (name: string, ext: string, mediaType: string): string => {
  const ending = endings[mediaType]
  return ending === undefined || ending.includes(ext.toLowerCase()) ? name + ext : `${name}${ext}${ending[0] ?? ""}`
}

const endings: Readonly<Record<string, ReadonlyArray<string>>> = {
  "text/html": [".html", ".htm", ".xhtml"],
  "text/css": [".css"],
  "text/javascript": [".js", ".mjs"],
  "application/javascript": [".js", ".mjs"],
  "image/svg+xml": [".svg"]
}
