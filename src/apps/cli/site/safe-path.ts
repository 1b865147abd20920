import * as path from "node:path"
import { shortHash } from "../output/short-hash.ts"

/**
 * A path below a folder that every file system allows, made of names that a site has chosen. A path that is too long is
 * a hash of the seed below the first `kept` names.
 */
export const safePath = (names: ReadonlyArray<string>, kept: number, seed: string): string => {
  const safe = names.map(safeName)
  const whole = safe.join("/")
  if (Buffer.byteLength(whole) <= maxPathLength) return whole
  const ending = safeName(path.posix.extname(names.at(-1) ?? ""))
  return [...safe.slice(0, kept), "long-paths", `${shortHash(seed)}${ending}`].join("/")
}

/** The folder of a host. IPv6 has brackets, and a port a colon. */
export const hostName = (host: string): string => host.replaceAll(/[[\]]/g, "").replaceAll(":", "+")

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
