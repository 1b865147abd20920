import * as path from "node:path"
import { canonical } from "../../../core/domain/WebUrl.ts"
import { FreePaths } from "../output/FreePaths.ts"
import { safeDecoded } from "../output/safe-decoded.ts"
import { shortHash } from "../output/short-hash.ts"

/** Paths of the files of a mirror, by URL: the host, then the path as on the site. A URL keeps its path. */
export class MirrorPaths {
  private readonly paths = new Map<string, string>()
  private readonly free = new FreePaths()

  /** The path of the file of a URL, relative to the folder, with slashes. */
  claim(url: URL, mediaType: string): string {
    const known = this.paths.get(canonical(url))
    if (known !== undefined) return known
    const made = this.free.claim([mirrorPath(url, mediaType)], url.href)
    this.paths.set(canonical(url), made)
    return made
  }

  /** Another URL of the same file, such as one that redirects to it. */
  alias(url: URL, target: URL): void {
    const known = this.paths.get(canonical(target))
    if (known !== undefined && !this.paths.has(canonical(url))) this.paths.set(canonical(url), known)
  }

  get(url: URL): string | undefined {
    return this.paths.get(canonical(url))
  }
}

/**
 * The path that a URL would have in an empty mirror. Browsers know the type of a file by its ending, so the query comes
 * before it.
 */
export const mirrorPath = ({ host, href, pathname, search }: URL, mediaType: string): string => {
  const names = pathname.split("/").slice(1).map(safeDecoded)
  const last = names.pop() ?? ""
  const { ext, name } = path.posix.parse(last === "" ? "index" : last)
  const file = withEnding(name + (search.length > 1 ? `@${safeDecoded(search.slice(1))}` : ""), ext, mediaType)
  const safe = [host.replaceAll(/[[\]]/g, "").replaceAll(":", "+"), ...names, file].map(safeName)
  const whole = safe.join("/")
  if (Buffer.byteLength(whole) <= maxPathLength) return whole
  return `${safe[0] ?? ""}/long-paths/${shortHash(href)}${safeName(path.posix.extname(file))}`
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

/** Bytes. Windows allows 260 characters for a path with its folder. */
const maxPathLength = 180
/** Bytes of one name. */
const maxNameLength = 100

/**
 * A name that every file system allows, without separators. Two URLs may have the same one. None begins with a dot,
 * because git, shells and editors obey files such as .git/config.
 */
const safeName = (text: string): string => {
  const plain = text.normalize("NFC").toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}<>:"/\\|?*]/gu, "_")
    .replace(/(?<![. ])[. ]+$/, (marks) => "_".repeat(marks.length))
  const name = plain === "" ? "_" : reserved.test(plain) || /^[~.]/.test(plain) ? `_${plain}` : plain
  if (Buffer.byteLength(name) <= maxNameLength) return name
  const { ext } = path.posix.parse(name)
  const ending = Buffer.byteLength(ext) <= maxExtension ? ext : ""
  return `${[...name].slice(0, maxKeptCharacters).join("")}-${shortHash(name)}${ending}`
}

/** Names of devices on Windows, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i
/** At most 4 bytes each. */
const maxKeptCharacters = 18
const maxExtension = 10
