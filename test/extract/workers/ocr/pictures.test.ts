import { assert, describe, it } from "@effect/vitest"
import type { Matrix } from "../../../../src/extract/parsers/pdf/affine-map.ts"
import { scanItems } from "../../../../src/extract/parsers/pdf/scan-items.ts"
import type { ScanLine } from "../../../../src/extract/parsers/pdf/ScanReading.ts"
import { PageCanvas } from "../../../../src/extract/workers/ocr/PageCanvas.ts"
import { pixelsOf } from "../../../../src/extract/workers/ocr/picture-size.ts"
import { pixelsOfMask, pixelsOfPicture } from "../../../../src/extract/workers/ocr/pixels.ts"
import { readUpright } from "../../../../src/extract/workers/ocr/read-scans.ts"
import type { PagePicture } from "../../../../src/extract/workers/ocr/Tesseract.ts"

/** The grey values of a canvas, row by row. */
const rowsOf = (canvas: PageCanvas): ReadonlyArray<ReadonlyArray<number>> => {
  const values = Array.from(canvas.bytes.slice(-canvas.width * canvas.height))
  return Array.from({ length: canvas.height }, (_, row) => values.slice(row * canvas.width, (row + 1) * canvas.width))
}

/** Three pixels in a row: red, green and blue. */
const colours = pixelsOfPicture({
  width: 3,
  height: 1,
  kind: 2,
  data: Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255])
})

const drawn = (map: Matrix, width: number, height: number) => {
  const canvas = new PageCanvas(width, height)
  if (colours !== undefined) canvas.draw(colours, map)
  return rowsOf(canvas)
}

describe("a page that may lie on its side", () => {
  const line: ScanLine = { words: [{ text: "Tide", x: 0, width: 20 }], y: 0, fontSize: 10 }
  /** A page that is read well after so many quarters, and the pictures that were read of it. */
  const readOf = (right: number, certain = 0.9) => {
    const reads: Array<number> = []
    const whole = { bytes: Uint8Array.of(0), scale: 1, turned: (quarters: number) => Uint8Array.of(quarters) }
    const read = ({ bytes: [quarters = 0] }: PagePicture) => {
      reads.push(quarters)
      const certainty = quarters === right ? certain : 0.35
      return Promise.resolve({ lines: [line, line], confidence: certainty, certainty })
    }
    return readUpright({ read }, whole).then(({ confidence }) => ({ confidence, reads }))
  }

  it("is read once if it is upright, and else in the best position", async () => {
    assert.deepStrictEqual(await readOf(0), { confidence: 0.9, reads: [0] })
    assert.deepStrictEqual(await readOf(2), { confidence: 0.9, reads: [0, 2, 2] })
    assert.deepStrictEqual(await readOf(3), { confidence: 0.9, reads: [0, 2, 1, 3, 3] })
    assert.deepStrictEqual(await readOf(1, 0.5), { confidence: 0.5, reads: [0, 2, 1, 3, 1] })
  })

  it("stays as it is if no position is better", async () => {
    assert.deepStrictEqual(await readOf(1, 0.4), { confidence: 0.35, reads: [0, 2, 1, 3] })
  })

  it("is turned around its middle", () => {
    const canvas = new PageCanvas(3, 1)
    if (colours !== undefined) canvas.draw(colours, [3, 0, 0, -1, 0, 1])
    assert.deepStrictEqual([1, 2, 3].map((quarters) => rowsOf(canvas.turned(quarters, Infinity))), [
      [[76], [149], [28]],
      [[28, 149, 76]],
      [[28], [149], [76]]
    ])
    assert.deepStrictEqual(rowsOf(canvas.turned(0, 1)), [[149]])
  })
})

describe("the picture of a page", () => {
  it("has its pictures at their places, turned as the page turns them", () => {
    assert.deepStrictEqual(drawn([3, 0, 0, -1, 1, 1], 5, 2), [[255, 76, 149, 28, 255], [255, 255, 255, 255, 255]])
    assert.deepStrictEqual(drawn([-3, 0, 0, -1, 3, 1], 3, 1), [[28, 149, 76]])
    assert.deepStrictEqual(drawn([0, 3, 1, 0, 0, 0], 1, 3), [[76], [149], [28]])
  })

  it("has the mean of the pixels that become one", () => {
    const checks = pixelsOfPicture({ width: 2, height: 2, kind: 1, data: Uint8Array.from([0b10000000, 0b01000000]) })
    const canvas = new PageCanvas(1, 1)
    if (checks !== undefined) canvas.draw(checks, [1, 0, 0, -1, 0, 1])
    assert.deepStrictEqual(rowsOf(canvas), [[127]])
  })

  it("is drawn over what is below it", () => {
    const canvas = new PageCanvas(2, 1)
    canvas.draw(pixelsOfMask({ width: 2, height: 1, data: Uint8Array.from([0b01000000]) }, 40), [2, 0, 0, -1, 0, 1])
    assert.deepStrictEqual(rowsOf(canvas), [[40, 255]])
    const veil = pixelsOfPicture({ width: 2, height: 1, kind: 3, data: Uint8Array.from([0, 0, 0, 51, 9, 9, 9, 0]) })
    if (veil !== undefined) canvas.draw(veil, [2, 0, 0, -1, 0, 1])
    assert.deepStrictEqual(rowsOf(canvas), [[32, 255]])
  })
})

describe("the pixels of a picture", () => {
  const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) =>
    Buffer.concat(parts.map((part) => typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part)))

  it.each<readonly [string, Uint8Array, number | undefined]>([
    ["PNG", bytes("\u0089PNG\r\n\u001A\n", [0, 0, 0, 13], "IHDR", [0, 0, 1, 0, 0, 0, 0, 2]), 512],
    ["JPEG", bytes([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC2, 0, 11, 8, 0, 2, 1, 0]), 512],
    ["GIF", bytes("GIF89a", [0, 1, 2, 0]), 512],
    [
      "BMP, from the top",
      bytes("BM", Array.from({ length: 16 }, () => 0), [0, 1, 0, 0], [0xFE, 0xFF, 0xFF, 0xFF]),
      512
    ],
    ["WebP, lossy", bytes("RIFF\0\0\0\0WEBPVP8 ", Array.from({ length: 10 }, () => 0), [0, 1, 2, 0]), 512],
    ["WebP, lossless", bytes("RIFF\0\0\0\0WEBPVP8L\0\0\0\0/", [255, 64, 0, 0]), 512],
    ["WebP, extended", bytes("RIFF\0\0\0\0WEBPVP8X", Array.from({ length: 8 }, () => 0), [255, 0, 0, 1, 0, 0]), 512],
    [
      "TIFF",
      bytes("MM\0*", [0, 0, 0, 8, 0, 2, 1, 0, 0, 3, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2]),
      512
    ],
    ["a JPEG without a frame", bytes([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1]), undefined],
    ["a text", bytes("RIFF is a word"), undefined]
  ])("are in its header: %s", (_, picture, expected) => {
    assert.strictEqual(pixelsOf(picture), expected)
  })
})

describe("the text runs of a scan", () => {
  const line = (fontSize: number, text: string): ScanLine => ({ y: 0, fontSize, words: [{ text, x: 0, width: 9 }] })

  it("have one size for all text of about the same size, and steps for headings", () => {
    const body = "words ".repeat(20)
    const items = scanItems([
      { page: 2, confidence: 1, lines: [line(17.4, "Heading"), line(9.6, body), line(10.9, body), line(10, body)] },
      { page: 4, confidence: 1, lines: [line(18.1, "Heading"), line(10.6, body)] }
    ])
    assert.deepStrictEqual([...items].map(([page, runs]) => [page, runs.map(({ fontSize }) => fontSize)]), [
      [2, [18.55, 10.6, 10.6, 10.6]],
      [4, [18.55, 10.6]]
    ])
  })
})
