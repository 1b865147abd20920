/**
 * A stream of a compound file (MS-CFB), of at most `most` bytes. Undefined if the file is not one, has no stream of that
 * name, or is broken: reading beyond its end throws.
 */
export const compoundStream = (body: Uint8Array, name: string, most = Number.POSITIVE_INFINITY): Buffer | undefined => {
  try {
    return streamOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength), name, most)
  } catch {
    return undefined
  }
}

const streamOf = (file: Buffer, name: string, most: number): Buffer | undefined => {
  const shift = file.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return undefined
  const sectorSize = 1 << shift
  const sector = (index: number) => file.subarray((index + 1) * sectorSize, (index + 2) * sectorSize)
  const tables = tableSectors(file, sector, sectorSize / 4)
  const next = (index: number): number =>
    sector(tables[Math.floor(index * 4 / sectorSize)] ?? lastSector).readUInt32LE(index * 4 % sectorSize)
  const chain = (first: number, limit: number): Buffer => {
    const parts: Array<Buffer> = []
    const max = Math.min(limit, file.length)
    for (let at = first; at < lastSector && parts.length * sectorSize < max; at = next(at)) parts.push(sector(at))
    return Buffer.concat(parts)
  }
  const directory = chain(file.readUInt32LE(48), maxDirectory)
  const entry = entryOf(directory, Buffer.from(`${name}\0`, "utf16le"))
  if (entry === undefined) return undefined
  const start = entry.readUInt32LE(116)
  const size = Math.min(entry.readUInt32LE(120), most)
  if (size >= file.readUInt32LE(56)) return chain(start, size).subarray(0, size)
  // Small streams share one stream, whose start the first entry of the directory has.
  const small = chain(directory.readUInt32LE(116), file.length)
  const smallNext = chain(file.readUInt32LE(60), file.length)
  const parts: Array<Buffer> = []
  for (let at = start; at < lastSector && parts.length * 64 < size; at = smallNext.readUInt32LE(at * 4)) {
    parts.push(small.subarray(at * 64, at * 64 + 64))
  }
  return Buffer.concat(parts)
}

/** The sectors that list the next sector of each: 109 in the header, the others in sectors of their own. */
const tableSectors = (file: Buffer, sector: (index: number) => Buffer, perSector: number): ReadonlyArray<number> => {
  const tables = Array.from({ length: 109 }, (_, index) => file.readUInt32LE(76 + 4 * index))
  const count = Math.min(file.readUInt32LE(72), file.length / perSector)
  for (let at = file.readUInt32LE(68), read = 0; at < lastSector && read < count; read++) {
    const more = sector(at)
    for (let index = 0; index < perSector - 1; index++) tables.push(more.readUInt32LE(4 * index))
    at = more.readUInt32LE(4 * (perSector - 1))
  }
  return tables
}

const entryOf = (directory: Buffer, name: Buffer): Buffer | undefined => {
  for (let at = 0; at + entrySize <= directory.length; at += entrySize) {
    if (directory.subarray(at, at + name.length).equals(name)) return directory.subarray(at, at + entrySize)
  }
  return undefined
}

const entrySize = 128
/** Larger numbers end a chain. */
const lastSector = 0xFFFF_FFF0
const maxDirectory = 1024 * 1024
