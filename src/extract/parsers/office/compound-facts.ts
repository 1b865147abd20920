import { decodeText } from "../../../web/fetch/charset/charset.ts"
import type { KnownFacts, PageInput } from "../../Page.ts"
import { fileFacts } from "../file-facts.ts"

/**
 * The facts in the stream `SummaryInformation` of a compound file (MS-CFB, MS-OLEPS). None if the file is not one or is
 * broken: reading beyond its end throws.
 */
export const compoundFacts = (input: PageInput): KnownFacts => {
  try {
    const { created, texts } = propertiesOf(
      summaryOf(Buffer.from(input.body.buffer, input.body.byteOffset, input.body.byteLength))
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

const summaryOf = (file: Buffer): Buffer => {
  const shift = file.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return Buffer.alloc(0)
  const sectorSize = 1 << shift
  const sector = (index: number) => file.subarray((index + 1) * sectorSize, (index + 2) * sectorSize)
  const next = (index: number): number =>
    sector(file.readUInt32LE(76 + 4 * Math.floor(index * 4 / sectorSize))).readUInt32LE(index * 4 % sectorSize)
  const chain = (first: number, most: number): Buffer => {
    const parts: Array<Buffer> = []
    for (let at = first; at < lastSector && parts.length * sectorSize < most; at = next(at)) parts.push(sector(at))
    return Buffer.concat(parts)
  }
  const directory = chain(file.readUInt32LE(48), maxDirectory)
  const entryAt = directory.indexOf(name)
  if (entryAt < 0) return Buffer.alloc(0)
  const start = directory.readUInt32LE(entryAt + 116)
  const size = Math.min(directory.readUInt32LE(entryAt + 120), maxSummary)
  if (size >= file.readUInt32LE(56)) return chain(start, size)
  // Small streams share one stream, whose start the first entry of the directory has.
  const small = chain(directory.readUInt32LE(116), file.length)
  const smallNext = chain(file.readUInt32LE(60), file.length)
  const parts: Array<Buffer> = []
  for (let at = start; at < lastSector && parts.length * 64 < size; at = smallNext.readUInt32LE(at * 4)) {
    parts.push(small.subarray(at * 64, at * 64 + 64))
  }
  return Buffer.concat(parts)
}

const name = Buffer.from("\u0005SummaryInformation\0", "utf16le")
/** Larger numbers end a chain. */
const lastSector = 0xFFFF_FFF0
const maxDirectory = 1024 * 1024
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

/** Tenths of microseconds since 1601. 0 is no time. */
const fileTime = (ticks: bigint): Date | undefined =>
  ticks === 0n ? undefined : new Date(Number(ticks / 10_000n) - 11_644_473_600_000)
