import * as fs from "node:fs"
import * as path from "node:path"

const scans = path.join(import.meta.dirname, "scans")

/** A scanned page of 750 x 516 pixels at 150 dpi, with a heading, a paragraph each in English and German, and a table. */
export const png = fs.readFileSync(path.join(scans, "tides.png"))
/** The same in the coding of fax machines (ITU T.6), with black and white exchanged. */
const fax = fs.readFileSync(path.join(scans, "tides.g4"))

/** The same as WebP without loss. */
export const webp = fs.readFileSync(path.join(scans, "tides.webp"))

/** The pixels of the PNG: rows of bits after a byte for their filter. */
const pngData = (): Buffer => {
  const parts: Array<Buffer> = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") {
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
    }
  }
  return Buffer.concat(parts)
}

const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** JBIG2 (ITU T.88): the segments of a page, and of a generic region in the coding of fax machines. */
const jbig2 = (): Buffer => {
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([long(number), Buffer.from([type, 0, 1]), long(data.length), data])
  const page = Buffer.concat([long(width), long(height), long(0), long(0), Buffer.from([0, 0, 0])])
  const region = Buffer.concat([long(width), long(height), long(0), long(0), Buffer.from([0, 1]), fax])
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)])
}

const width = 750
const height = 516

/** The fax as TIFF, whose first directory has the tags of TIFF 6.0, section 11. */
export const tiff = (): Uint8Array => {
  const tags = [[256, width], [257, height], [258, 1], [259, 4], [262, 1], [273, 0], [277, 1], [278, height], [279, 0]]
  const start = 8 + 2 + 12 * tags.length + 4
  const head = Buffer.alloc(start)
  head.write("II*\0\u0008", "latin1")
  head.writeUInt16LE(tags.length, 8)
  for (const [index, [tag = 0, value = 0]] of tags.entries()) {
    const at = 10 + 12 * index
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(4, at + 2)
    head.writeUInt32LE(1, at + 4)
    head.writeUInt32LE(tag === 273 ? start : tag === 279 ? fax.length : value, at + 8)
  }
  return Buffer.concat([head, fax])
}

interface Picture {
  readonly dictionary: string
  readonly data: Buffer
}

export const flate: Picture = {
  dictionary: `/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns ${width}/BitsPerComponent 1/Colors 1>>`,
  data: pngData()
}
export const ccitt: Picture = {
  dictionary: `/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${width}/Rows ${height}/BlackIs1 true>>`,
  data: fax
}
export const jbig: Picture = { dictionary: "/Filter/JBIG2Decode/Decode[1 0]", data: jbig2() }
export const brokenJpeg: Picture = {
  dictionary: "/Filter/DCTDecode",
  data: Buffer.from([
    0xFF,
    0xD8,
    0xFF,
    0xC0,
    0,
    11,
    8,
    2,
    4,
    2,
    0xEE,
    1,
    1,
    0x11,
    0,
    0xFF,
    0xDA,
    0,
    8,
    1,
    1,
    0,
    0,
    63,
    0
  ])
}
/** A few bytes that unpack to 10 gigapixels. */
export const bomb: Picture = { dictionary: "/Filter/FlateDecode/Width 100000/Height 100000", data: flate.data }

interface Page {
  readonly text?: string
  readonly picture?: Picture
  /** Operators that draw the picture, for one of its own size. */
  readonly draw?: string
  readonly rotate?: number
}

/** A picture of the whole page, which has the size of the picture. */
const whole = `q ${width * 0.48} 0 0 ${height * 0.48} 0 0 cm /P Do Q`

/** A PDF with these pages, each a text or a picture. */
export const pdfOf = (pages: ReadonlyArray<Page>): Uint8Array => {
  const objects: Array<Uint8Array> = []
  const add = (body: string | Uint8Array) => objects.push(typeof body === "string" ? Buffer.from(body) : body)
  const stream = (dictionary: string, data: Buffer) =>
    add(
      Buffer.concat([Buffer.from(`<<${dictionary}/Length ${data.length}>>stream\n`), data, Buffer.from("\nendstream")])
    )
  add("<</Type/Catalog/Pages 2 0 R>>")
  const kids = pages.map((_, index) => `${4 + 3 * index} 0 R`).join(" ")
  add(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`)
  add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
  for (const { draw = whole, picture, rotate = 0, text = "" } of pages) {
    const next = objects.length + 1
    add(
      `<</Type/Page/Parent 2 0 R/Rotate ${rotate}/MediaBox[0 0 ${width * 0.48} ${height * 0.48}]/Contents ${
        next + 1
      } 0 R`
        + `/Resources<</Font<</F 3 0 R>>/XObject<</P ${next + 2} 0 R>>>>>>`
    )
    const lines = text === "" ? "" : `BT /F 11 Tf 20 200 Td (${text}) Tj ET `
    stream("", Buffer.from(lines + (picture === undefined ? "" : draw)))
    const { data, dictionary } = picture ?? flate
    const size = dictionary.includes("/Width") ? "" : `/Width ${width}/Height ${height}`
    stream(`/Type/XObject/Subtype/Image${size}/BitsPerComponent 1/ColorSpace/DeviceGray${dictionary}`, data)
  }
  const parts: Array<Uint8Array> = [Buffer.from("%PDF-1.7\n")]
  const places = objects.map((body, index) => {
    const place = parts.reduce((sum, { length }) => sum + length, 0)
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n"))
    return `${String(place).padStart(10, "0")} 00000 n \n`
  })
  const start = parts.reduce((sum, { length }) => sum + length, 0)
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(table + trailer)]))
}
