import * as zlib from "node:zlib"

/**
 * A zip file in pieces, whose entries are stored as they are: readers of an archive read parts of its entries by their
 * place in the file. The sizes of an entry come after its bytes, so nothing waits in memory. An entry has less than
 * 4 GiB; the file may have more (ZIP64).
 */
export class ZipFile {
  private readonly modified: Date
  private readonly entries: Array<Entry> = []
  private offset = 0
  private current: Entry | undefined

  constructor(modified: Date) {
    this.modified = modified
  }

  /** Ends the entry before it. */
  begin(name: string): Uint8Array {
    const ended = this.endEntry()
    const entry: Entry = { name: Buffer.from(name), at: this.offset + ended.length, size: 0, crc: 0 }
    this.entries.push(entry)
    this.current = entry
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034B50, 0)
    this.writeFacts(header, 4)
    header.writeUInt16LE(entry.name.length, 26)
    return this.passed(Buffer.concat([ended, header, entry.name]))
  }

  /** Bytes of the entry. */
  write(bytes: Uint8Array): Uint8Array {
    const entry = this.current
    if (entry === undefined) throw new Error("a zip file has bytes outside its entries")
    entry.crc = zlib.crc32(bytes, entry.crc)
    entry.size += bytes.length
    return this.passed(bytes)
  }

  /** The last bytes of the file. */
  end(): Uint8Array {
    const ended = this.passed(this.endEntry())
    const directory = Buffer.concat(this.entries.map((entry) => this.centralHeader(entry)))
    return Buffer.concat([ended, directory, this.endOfDirectory(directory.length)])
  }

  private passed<B extends Uint8Array>(bytes: B): B {
    this.offset += bytes.length
    return bytes
  }

  /** The data descriptor (APPNOTE 4.3.9). */
  private endEntry(): Buffer {
    const entry = this.current
    if (entry === undefined) return Buffer.alloc(0)
    this.current = undefined
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074B50, 0)
    writeSizes(descriptor, 4, entry)
    return descriptor
  }

  /** Version, flags, method and time, which both headers of an entry have. */
  private writeFacts(header: Buffer, at: number): void {
    const { modified } = this
    header.writeUInt16LE(version, at)
    header.writeUInt16LE(sizesFollow | namesInUtf8, at + 2)
    header.writeUInt16LE(0, at + 4)
    header.writeUInt16LE(
      modified.getUTCHours() << 11 | modified.getUTCMinutes() << 5 | modified.getUTCSeconds() >> 1,
      at + 6
    )
    header.writeUInt16LE(
      Math.max(0, modified.getUTCFullYear() - 1980) << 9 | modified.getUTCMonth() + 1 << 5 | modified.getUTCDate(),
      at + 8
    )
  }

  private centralHeader(entry: Entry): Buffer {
    const isFar = entry.at >= max32
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014B50, 0)
    header.writeUInt16LE(version, 4)
    this.writeFacts(header, 6)
    writeSizes(header, 16, entry)
    header.writeUInt16LE(entry.name.length, 28)
    header.writeUInt16LE(isFar ? 12 : 0, 30)
    header.writeUInt32LE(isFar ? max32 : entry.at, 42)
    if (!isFar) return Buffer.concat([header, entry.name])
    const place = Buffer.alloc(12)
    place.writeUInt16LE(1, 0)
    place.writeUInt16LE(8, 2)
    place.writeBigUInt64LE(BigInt(entry.at), 4)
    return Buffer.concat([header, entry.name, place])
  }

  private endOfDirectory(size: number): Buffer {
    const at = this.offset
    const count = this.entries.length
    const isFar = at + size >= max32
    const far = Buffer.alloc(isFar ? 76 : 0)
    if (isFar) {
      far.writeUInt32LE(0x06064B50, 0)
      far.writeBigUInt64LE(44n, 4)
      far.writeUInt16LE(version, 12)
      far.writeUInt16LE(version, 14)
      far.writeBigUInt64LE(BigInt(count), 24)
      far.writeBigUInt64LE(BigInt(count), 32)
      far.writeBigUInt64LE(BigInt(size), 40)
      far.writeBigUInt64LE(BigInt(at), 48)
      far.writeUInt32LE(0x07064B50, 56)
      far.writeBigUInt64LE(BigInt(at + size), 64)
      far.writeUInt32LE(1, 72)
    }
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054B50, 0)
    end.writeUInt16LE(Math.min(count, max16), 8)
    end.writeUInt16LE(Math.min(count, max16), 10)
    end.writeUInt32LE(isFar ? max32 : size, 12)
    end.writeUInt32LE(isFar ? max32 : at, 16)
    return Buffer.concat([far, end])
  }
}

interface Entry {
  readonly name: Buffer
  readonly at: number
  size: number
  crc: number
}

const writeSizes = (header: Buffer, at: number, { crc, size }: Entry): void => {
  header.writeUInt32LE(crc, at)
  header.writeUInt32LE(size, at + 4)
  header.writeUInt32LE(size, at + 8)
}

/** Of the format: 4.5 has ZIP64. */
const version = 45
/** Bits 3 and 11 of the flags. */
const sizesFollow = 0x0008
const namesInUtf8 = 0x0800
const max16 = 0xFFFF
const max32 = 0xFFFFFFFF
