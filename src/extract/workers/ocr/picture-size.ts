/** The pixels of a picture, as its header declares them. Undefined for a picture of another format, or a broken one. */
export const pixelsOf = (bytes: Uint8Array): number | undefined => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const [, sizeOf] = formats.find(([isFormat]) => isFormat(view)) ?? []
    const size = sizeOf?.(view)
    return size === undefined ? undefined : Math.abs(size[0] * size[1])
  } catch {
    return undefined
  }
}

type Size = readonly [width: number, height: number]

const ascii = (view: Buffer, from: number, to: number): string => view.toString("latin1", from, to)

/** Start of frame of a JPEG (ITU T.81, table B.1), without DHT, JPG and DAC. */
const jpegSize = (view: Buffer): Size | undefined => {
  for (let at = 2; at < view.length;) {
    if (view.readUInt8(at) !== 0xFF) return undefined
    const marker = view.readUInt8(at + 1)
    if (marker === 0xFF || marker === 0x01 || marker >= 0xD0 && marker <= 0xD8) {
      at += marker === 0xFF ? 1 : 2
      continue
    }
    const isFrame = marker >= 0xC0 && marker <= 0xCF && marker !== 0xC4 && marker !== 0xC8 && marker !== 0xCC
    if (isFrame) return [view.readUInt16BE(at + 7), view.readUInt16BE(at + 5)]
    at += 2 + view.readUInt16BE(at + 2)
  }
  return undefined
}

/** WebP (RFC 9649), by its first chunk. */
const webpSize = (view: Buffer): Size | undefined => {
  switch (ascii(view, 12, 16)) {
    case "VP8 ":
      return [view.readUInt16LE(26) & 0x3FFF, view.readUInt16LE(28) & 0x3FFF]
    case "VP8L":
      return [(view.readUInt32LE(21) & 0x3FFF) + 1, (view.readUInt32LE(21) >> 14 & 0x3FFF) + 1]
    case "VP8X":
      return [view.readUIntLE(24, 3) + 1, view.readUIntLE(27, 3) + 1]
    default:
      return undefined
  }
}

/** The first directory of a TIFF: the tags of width and height. */
const tiffSize = (view: Buffer): Size | undefined => {
  const isLittle = view[0] === 0x49
  const short = (at: number) => isLittle ? view.readUInt16LE(at) : view.readUInt16BE(at)
  const long = (at: number) => isLittle ? view.readUInt32LE(at) : view.readUInt32BE(at)
  const directory = long(4)
  const values = new Map<number, number>()
  for (let index = 0; index < short(directory); index++) {
    const at = directory + 2 + 12 * index
    values.set(short(at), short(at + 2) === 3 ? short(at + 8) : long(at + 8))
  }
  const [width, height] = [values.get(256), values.get(257)]
  return width === undefined || height === undefined ? undefined : [width, height]
}

const formats: ReadonlyArray<readonly [(view: Buffer) => boolean, (view: Buffer) => Size | undefined]> = [
  [(view) => ascii(view, 0, 4) === "\u0089PNG", (view) => [view.readUInt32BE(16), view.readUInt32BE(20)]],
  [(view) => view[0] === 0xFF && view[1] === 0xD8, jpegSize],
  [(view) => ascii(view, 0, 4) === "RIFF" && ascii(view, 8, 12) === "WEBP", webpSize],
  [(view) => ascii(view, 0, 4) === "GIF8", (view) => [view.readUInt16LE(6), view.readUInt16LE(8)]],
  [(view) => ascii(view, 0, 2) === "BM", (view) => [view.readInt32LE(18), view.readInt32LE(22)]],
  [(view) => ["II*\0", "MM\0*"].includes(ascii(view, 0, 4)), tiffSize]
]
