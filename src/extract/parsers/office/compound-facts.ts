import { decodeText } from "../../../web/fetch/charset/charset.ts"
import type { KnownFacts, PageInput } from "../../Page.ts"
import { fileFacts } from "../file-facts.ts"
import { compoundStream } from "./compound-stream.ts"

/**
 * The facts in the stream `SummaryInformation` of a compound file (MS-CFB, MS-OLEPS). None if the file is not one or is
 * broken: reading beyond its end throws.
 */
export const compoundFacts = (input: PageInput): KnownFacts => {
  try {
    const { created, texts } = propertiesOf(
      compoundStream(input.body, "\u0005SummaryInformation", maxSummary) ?? Buffer.alloc(0)
    )
    return fileFacts(input, {
      title: texts.get(2) ?? "",
      author: texts.get(4) ?? "",
      description: texts.get(6) || texts.get(3) || "",
      created: created?.toISOString() ?? "",
      keywords: texts.get(5) ?? ""
    })
  } catch {
    return {}
  }
}

const maxSummary = 64 * 1024

interface Properties {
  readonly texts: ReadonlyMap<number, string>
  readonly created: Date | undefined
}

const propertiesOf = (stream: Buffer): Properties => {
  const section = stream.subarray(stream.readUInt32LE(44))
  const places = Array.from({ length: Math.min(section.readUInt32LE(4), maxProperties) }, (_, index) => ({
    id: section.readUInt32LE(8 + index * 8),
    at: section.readUInt32LE(12 + index * 8)
  }))
  const page = places.find(({ id }) => id === 1)
  const charset = page === undefined ? undefined : charsetOf(section.readUInt16LE(page.at + 4))
  const created = places.find(({ id }) => id === 12)
  return {
    texts: new Map(places.flatMap(({ at, id }) => {
      const type = section.readUInt32LE(at)
      if (type !== narrowText && type !== wideText) return []
      const length = section.readUInt32LE(at + 4) * (type === wideText ? 2 : 1)
      const bytes = section.subarray(at + 8, at + 8 + length)
      const { text } = decodeText(bytes, type === wideText ? "utf-16le" : charset, "text/plain")
      return [[id, text.replace(/\0[^]*$/, "").trim()] as const]
    })),
    created: created === undefined ? undefined : fileTime(section.readBigUInt64LE(created.at + 4))
  }
}

const maxProperties = 100
const narrowText = 30
const wideText = 31

const charsetOf = (codePage: number): string =>
  codePage === 65001 ? "utf-8" : codePage === 10000 ? "macintosh" : `windows-${codePage}`

/** Tenths of microseconds since 1601. 0 means unknown. */
const fileTime = (ticks: bigint): Date | undefined =>
  ticks === 0n ? undefined : new Date(Number(ticks / 10_000n) - 11_644_473_600_000)
