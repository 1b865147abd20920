import { strToU8, zipSync } from "fflate"
import { isUtf8 } from "node:buffer"
import { maxUnpacked, xmlText } from "../office-archive.ts"
import { listChapters } from "./book-lists.ts"
import { mendedXml } from "./mended-xml.ts"
import { listParts } from "./package-lists.ts"
import { padTexts } from "./pad-texts.ts"
import { nameByTargets, type Package } from "./plain-targets.ts"
import { unpackedEntry } from "./unpacked-entry.ts"
import { isWellFormed } from "./well-formed.ts"
import { type ZipEntries, zipEntries, type ZipEntry } from "./zip-entries.ts"

export interface SoundArchive {
  readonly body: Uint8Array
  /** Whether the ZIP, a part or a list of its parts was damaged. */
  readonly isRepaired: boolean
}

/**
 * An office document or a book that its parser can read: what is left of a damaged ZIP, with parts that are well-formed
 * and listed under the names that the lists have. The body is unchanged if nothing has to be done. Throws a RangeError
 * if a damaged ZIP unpacks to more than one page may be. Whole archives that large are left to their parser. `isRejected`:
 * the parser found damage, so all parts are written anew.
 */
export const soundArchive = (body: Uint8Array, isRejected = false): SoundArchive => {
  const unchanged: SoundArchive = { body, isRepaired: false }
  const archive = mayBeZip(body) ? zipEntries(body) : undefined
  if (archive === undefined || archive.entries.length === 0) return unchanged
  if (!archive.isScanned && declaredSize(archive) > maxUnpacked) return unchanged
  const parts: Package = new Map()
  let isRepaired = archive.isScanned || isRejected
  let isChanged = isRepaired
  let left = maxUnpacked
  const folder = folderOf(archive.entries)
  for (const entry of archive.entries) {
    const name = plainName(entry.name).slice(folder.length)
    if (!isNeeded(entry) || name === "" || name.endsWith("/") || parts.has(name)) continue
    const { content, isDamaged } = unpackedEntry(entry, left)
    left -= content.length
    const part = textPart.test(name) ? soundPart(content, isRejected) : { content, isDamaged: false }
    isRepaired ||= isDamaged || part.isDamaged
    isChanged ||= isDamaged || part.content !== content || name !== entry.name
    if (part.content.length > 0) parts.set(name, part.isDamaged ? padTexts(name, part.content) : part.content)
  }
  isChanged = nameByTargets(parts) || nameType(parts) || isChanged
  for (const list of [listParts, listChapters]) {
    const listed = list(parts)
    isRepaired ||= listed.isDamaged
    isChanged ||= listed.isChanged
  }
  if (!isChanged) return { body, isRepaired }
  return { body: zipSync(Object.fromEntries(inOrder(parts)), { level: 0 }), isRepaired }
}

/** Documents before 2007 and RTF may contain a ZIP. Some servers send a few bytes before one. */
const mayBeZip = (body: Uint8Array): boolean => {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, maxBefore)).toString("latin1")
  return head.includes("PK\u0003\u0004") && !head.startsWith("\u00D0\u00CF\u0011\u00E0") && !head.startsWith("{\\rtf")
}

const maxBefore = 1000

const declaredSize = ({ entries }: ZipEntries): number =>
  entries.reduce((sum, entry) => sum + (isNeeded(entry) ? entry.size : 0), 0)

/** Pictures, sounds and fonts are not read. */
const isNeeded = ({ name }: ZipEntry): boolean =>
  !/(?:^|[/\\])(?:media|pictures|thumbnails|fonts)[/\\]|\.(?:png|jpe?g|gif|svg|webp|tiff?|[ew]mf|otf|ttf|woff2?|mp[34])$/i
    .test(name)

const textPart = /\.(?:xml|rels|opf|ncx|x?html?)$/i

/** Some programs write the separators of Windows. */
const plainName = (name: string): string => name.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "")

/** The folder that was packed with the document. */
const folderOf = (entries: ReadonlyArray<ZipEntry>): string => {
  const names = entries.map(({ name }) => plainName(name))
  const root = names.find((name) => /(?:^|\/)(?:\[Content_Types\]\.xml|META-INF\/[^/]*|mimetype)$/.test(name)) ?? ""
  const folder = /^((?:[^/]+\/)*?)(?:\[Content_Types\]\.xml|META-INF\/[^/]*|mimetype)$/.exec(root)?.[1] ?? ""
  return names.every((name) => name.startsWith(folder)) ? folder : ""
}

/** A part in UTF-8 and well-formed. Empty if it has no element. */
const soundPart = (part: Uint8Array, isRejected: boolean) => {
  const content = inUtf8(part)
  const xml = xmlText(content)
  if (content.length === 0 || !isRejected && isUtf8(content) && isWellFormed(xml)) return { content, isDamaged: false }
  return { content: strToU8(mendedXml(xml)), isDamaged: true }
}

/** XML may be in UTF-16, and declare another encoding (XML 1.0, 4.3.3). */
const inUtf8 = (part: Uint8Array): Uint8Array => {
  const wide = part[0] === 0xFF && part[1] === 0xFE
    ? "utf-16le"
    : part[0] === 0xFE && part[1] === 0xFF
    ? "utf-16be"
    : ""
  const head = Buffer.from(part.buffer, part.byteOffset, Math.min(part.length, declaration)).toString("latin1")
  const encoding = wide || /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)/.exec(head)?.[1] || "utf-8"
  if (/^utf-?8$/i.test(encoding)) return part
  try {
    const text = new TextDecoder(encoding).decode(part)
    return strToU8(text.replace(/^(<\?xml[^>]*?)\sencoding\s*=\s*["'][\w.-]+["']/, "$1"))
  } catch {
    return part
  }
}

const declaration = 200

/** Gives an OpenDocument file its type (OpenDocument 1.3, part 2, 3.3), which its content shows. */
const nameType = (parts: Package): boolean => {
  if (parts.has("mimetype") || parts.has("[Content_Types].xml")) return false
  const kind = /<office:(text|spreadsheet|presentation)[\s>]/.exec(xmlText(parts.get("content.xml")))?.[1]
  if (kind !== undefined) parts.set("mimetype", strToU8(`application/vnd.oasis.opendocument.${kind}`))
  return kind !== undefined
}

/** The type of an OpenDocument file or a book is its first part. */
const inOrder = (parts: Package): ReadonlyArray<readonly [string, Uint8Array]> =>
  [...parts].toSorted(([one], [other]) => Number(other === "mimetype") - Number(one === "mimetype"))
