import { Effect } from "effect"
import { unzipSync } from "fflate"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { isObject, type JsonObject } from "../../metadata/declared/json-ld.ts"
import type { KnownFacts, PageInput } from "../../Page.ts"
import { type BoundedXml, boundedXml } from "../bounded-xml.ts"
import { fileFacts } from "../file-facts.ts"
import { readXml } from "../read-xml.ts"

/** The parts of an office document (a ZIP of XML files), by name. */
export type OfficeParts = Readonly<Record<string, Uint8Array>>

/** Max size of all unpacked parts together. A ZIP bomb declares its size, and no more than this is written. */
export const maxUnpacked = 64 * 1024 * 1024

/** Max parts. Documents have a few dozen. */
const maxEntries = 1000

/**
 * Unpacks the wanted parts. Pictures and fonts stay packed. Fails with `fetch_failed`/decode and the fault of the file.
 */
export const partsOf = (
  input: PageInput,
  isWanted: (name: string) => boolean,
  most = maxEntries
): Effect.Effect<OfficeParts, PageError> =>
  Effect.try({
    try: () => {
      let left = maxUnpacked
      let entries = 0
      return unzipSync(input.body, {
        filter: ({ name, originalSize }) => {
          if (!isWanted(name)) return false
          left -= originalSize
          if (left < 0 || ++entries > most) throw new RangeError("too large")
          return true
        }
      })
    },
    catch: (cause) => fault.unreadableOffice(input.url, faultOf(input.body, cause))
  })

const faultOf = (body: Uint8Array, cause: unknown): string => {
  // Microsoft stores an encrypted document in a compound file, not in a ZIP.
  if (compoundFile.every((byte, index) => body[index] === byte)) {
    return "is protected by a password, or in a format before 2007"
  }
  return cause instanceof RangeError ? tooLarge : broken
}

const compoundFile = [0xD0, 0xCF, 0x11, 0xE0]

export const tooLarge = "is larger unpacked than one page may be"

export const broken = "is broken or incomplete"

export const xmlText = (part: Uint8Array | undefined): string => new TextDecoder().decode(part)

/** A part for a tree, cut if its tree would be too large. */
export const boundedPart = (part: Uint8Array | undefined): BoundedXml => boundedXml(xmlText(part))

export const truncated: Warning = {
  code: "document_truncated",
  message: "The document is longer than Gleaner reads. The rest is left out."
}

export const repaired: Warning = {
  code: "document_repaired",
  message: "The document is damaged and was repaired. Some of its text or its structure may be missing."
}

/** Facts in Dublin Core, for both families of formats. */
export const officeFacts = (input: PageInput, xml: string): KnownFacts => {
  const said = flat(readXml(boundedXml(xml, maxFacts).xml) ?? {})
  return fileFacts(input, {
    title: said("dc:title"),
    author: said("meta:initial-creator") || said("dc:creator"),
    description: said("dc:description") || said("dc:subject"),
    created: said("dcterms:created") || said("meta:creation-date") || said("dc:date"),
    keywords: said("cp:keywords") || said("meta:keyword"),
    language: said("dc:language")
  })
}

/** The text of the element with this name, anywhere in these shallow trees. */
const flat = (root: JsonObject) => {
  const texts = new Map<string, string>()
  const visit = (value: unknown, name: string, depth: number): void => {
    const text = isObject(value) ? value["#text"] : value
    if (typeof text === "string") {
      texts.set(
        name,
        [texts.get(name), text].filter((each) => each !== undefined).join(", ")
      )
    } else if (Array.isArray(value)) { for (const item of value) visit(item, name, depth + 1) }
    if (isObject(value) && depth < maxDepth) {
      for (const [key, item] of Object.entries(value)) visit(item, key, depth + 1)
    }
  }
  visit(root, "", 0)
  return (name: string): string => texts.get(name) ?? ""
}

const maxDepth = 5
/** Max tags in all parts. */
const maxFacts = 1000
