import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as os from "node:os"
import * as path from "node:path"
import type * as Tesseract from "tesseract.js"
import type { ScanLine, ScannedPage } from "../../parsers/pdf/ScanReading.ts"
import { languageFile, ocrPeer } from "./ocr-peer.ts"

/** A picture of a page in a format that Leptonica reads, and its pixels in a point if they are known. */
export interface PagePicture {
  readonly bytes: Uint8Array
  readonly scale: number | undefined
  /**
   * The same turned to the right by so many quarters, and of its middle no more than `most` pixels in each direction.
   * Undefined for pictures that only Tesseract decodes.
   */
  readonly turned?: (quarters: number, most: number) => Uint8Array
}

export interface Recognition {
  /** The text of a picture, and how sure all that was found in it is, from 0 to 1. */
  readonly read: (picture: PagePicture) => Promise<ReadPicture>
  readonly end: () => Promise<unknown>
}

export interface ReadPicture extends Omit<ScannedPage, "page"> {
  readonly certainty: number
}

/**
 * Starts Tesseract with these languages. Nothing is downloaded: its program and the data of the languages are in
 * packages. tesseract.js takes the data from one folder, so they are copied into one for the start.
 */
export const startTesseract = async (languages: ReadonlyArray<string>): Promise<Recognition> => {
  const { createWorker, OEM, PSM }: typeof Tesseract = createRequire(import.meta.url)(ocrPeer)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-ocr-"))
  try {
    for (const language of languages) {
      const file = languageFile(language)
      if (file !== undefined) fs.copyFileSync(file, path.join(folder, path.basename(file)))
    }
    const worker = await new Promise<Tesseract.Worker>((resolve, reject) => {
      // Of a failed start, only the handler is told. Later, the promise of the work fails too.
      const options = { langPath: folder, cacheMethod: "none", errorHandler: reject }
      createWorker([...languages], OEM.LSTM_ONLY, options).then(resolve, reject)
    })
    return {
      read: async ({ bytes, scale }) => {
        await worker.setParameters({
          tessedit_pageseg_mode: PSM.AUTO,
          // 0: estimated by the size of the letters.
          user_defined_dpi: scale === undefined ? "0" : String(Math.round(scale * pointsPerInch))
        })
        const { data } = await worker.recognize(Buffer.from(bytes), {}, { blocks: true, text: false })
        return { ...pageOf(data.blocks ?? [], scale ?? usualScale), certainty: data.confidence / 100 }
      },
      end: () => worker.terminate()
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

export const pointsPerInch = 72

/** For 150 dpi. Only relations of lengths count. */
const usualScale = 2

const pageOf = (blocks: ReadonlyArray<Tesseract.Block>, scale: number): Omit<ScannedPage, "page"> => {
  const height = Math.max(0, ...blocks.map(({ bbox }) => bbox.y1))
  const lines: Array<ScanLine> = []
  let sure = 0
  let characters = 0
  for (const line of blocks.flatMap(({ paragraphs }) => paragraphs).flatMap((paragraph) => paragraph.lines)) {
    const words = line.words.filter(({ text }) => !rule.test(text))
    const length = words.reduce((sum, { text }) => sum + text.length, 0)
    const confidence = words.reduce((sum, word) => sum + word.confidence * word.text.length, 0)
    if (length === 0 || confidence / length < minConfidence) continue
    sure += confidence / 100
    characters += length
    const { baseline, bbox, rowAttributes: { rowHeight } } = line
    lines.push({
      words: words.map(({ bbox: { x0, x1 }, text }) => ({ text, x: x0 / scale, width: (x1 - x0) / scale })),
      y: (height - (baseline.y0 + baseline.y1) / 2) / scale,
      // Rows of ruled tables are measured with their rules.
      fontSize: Math.min(rowHeight, (bbox.y1 - bbox.y0) * maxLeading) / scale
    })
  }
  return { lines, confidence: characters === 0 ? 0 : Math.round(100 * sure / characters) / 100 }
}

/** Rules of tables. */
const rule = /^[|¦[\]_—–]+$/

/** Of 100. The letters that Tesseract finds in photographs and drawings have less. */
const minConfidence = 50

/** Height of a row, for that of its letters. */
const maxLeading = 1.3
