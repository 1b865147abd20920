import { Effect } from "effect"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import type { KnownFacts, PageInput } from "../../Page.ts"
import { fileFacts } from "../file-facts.ts"
import { compoundFacts } from "./compound-facts.ts"
import { officeFacts, partsOf, xmlText } from "./office-archive.ts"

/**
 * The facts that the file declares about itself: parts in Dublin Core, the information group of RTF, or the summary of
 * a compound file.
 */
export const declaredFacts = (input: PageInput, format: string | null): Effect.Effect<KnownFacts, PageError> => {
  if (format === "rtf") return Effect.succeed(rtfFacts(input))
  const isArchive = input.body[0] === zipStart && input.body[1] === zipStart2
  if (!isArchive) return Effect.succeed(compoundFacts(input))
  return Effect.map(partsOf(input, isOfFacts), (parts) => {
    const [facts] = Object.entries(parts).filter(([name]) => isOfFacts(name)).map(([, part]) => part)
    return officeFacts(input, xmlText(facts))
  })
}

const [zipStart, zipStart2] = [0x50, 0x4B]

/** Core properties (ECMA-376), metadata (OpenDocument), or the package of a book (EPUB). */
const isOfFacts = (name: string): boolean =>
  name === "docProps/core.xml" || name === "meta.xml" || name.endsWith(".opf")

/** RTF 1.9: the group `\info`, with groups such as `\title`. */
const rtfFacts = (input: PageInput): KnownFacts => {
  const head = Buffer.from(input.body.buffer, input.body.byteOffset, Math.min(input.body.byteLength, maxHead))
    .toString("latin1")
  const at = head.indexOf("{\\info")
  if (at < 0) return {}
  const info = head.slice(at, at + maxInfo)
  const said = (name: string): string =>
    plain(new RegExp(`\\{(?:\\\\\\*)?\\\\${name} ?((?:[^{}\\\\]|\\\\.){0,1000})\\}`).exec(info)?.[1] ?? "")
  const created = /\{\\creatim\\yr(\d{4})\\mo(\d{1,2})\\dy(\d{1,2})/.exec(info)?.slice(1)
    .map((part) => part.padStart(2, "0")).join("-") ?? ""
  return fileFacts(input, {
    title: said("title"),
    author: said("author"),
    description: said("doccomm") || said("subject"),
    created,
    keywords: said("keywords")
  })
}

/** The group stands before the text, behind the tables of fonts and styles. */
const maxHead = 1_000_000
const maxInfo = 10_000

/** RTF without escapes: `\'e9` in Windows-1252, `\u233?` in Unicode. */
const plain = (rtf: string): string =>
  rtf.replace(/\\u(-?\d{1,6}) ?\??|\\'([0-9a-f]{2})|\\([a-z]+-?\d* ?|[^a-z])/gi, (_, unicode, hex, other) => {
    if (unicode !== undefined) return String.fromCharCode(Number(unicode) & 0xFFFF)
    if (hex !== undefined) return windows1252.decode(Uint8Array.of(Number.parseInt(hex, 16)))
    return /^[\\{}]$/.test(other) ? other : ""
  }).toWellFormed().trim()

const windows1252 = new TextDecoder("windows-1252")
