import * as path from "node:path"
import { pathToFileURL } from "node:url"
import type * as PdfJs from "unpdf/pdfjs"
import { type Drawn, drawPictures } from "./draw-pictures.ts"
import { folderOf, pdfPeer } from "./ocr-peer.ts"
import { maxPixels } from "./picture-limits.ts"
import type { PagePicture } from "./Tesseract.ts"

/**
 * Opens a PDF whose pages are pictures. A page is put together from all pictures that it draws: scanners cut pages into
 * strips, and programs draw text as a stencil over the paper.
 */
export const openPdf = async (body: Uint8Array) => {
  const { module, options } = await pdfJs()
  const names = new Map(Object.entries(module.OPS).map(([name, code]) => [code, name]))
  const loading = module.getDocument({ data: body.slice(), maxImageSize: maxPixels, verbosity: 0, ...options })
  const pdf = await loading.promise
  return {
    pictureOf: async (number: number): Promise<PagePicture | string> => {
      const page = await pdf.getPage(number)
      const { argsArray, fnArray } = await page.getOperatorList()
      const operators: Drawn["operators"] = fnArray.map((code: number, index: number) => ({
        name: names.get(code) ?? "",
        args: argsArray[index]
      }))
      const picture = await drawPictures({
        operators,
        viewport: (scale) => page.getViewport({ scale }),
        find: (id) => new Promise((resolve) => (id.startsWith("g_") ? page.commonObjs : page.objs).get(id, resolve))
      })
      page.cleanup()
      return picture
    },
    close: () => loading.destroy()
  }
}

/** The own package of PDF.js, if it is installed: it has decoders that unpdf leaves out. */
const pdfJs = async (): Promise<{ readonly module: typeof PdfJs; readonly options: object }> => {
  const folder = folderOf(pdfPeer)
  if (folder === undefined) return { module: await (await import("unpdf")).getResolvedPDFJS(), options: {} }
  const file = path.join(folder, "legacy/build/pdf.mjs")
  // It reads files of its own by their paths.
  return {
    module: await import(pathToFileURL(file).href),
    options: { wasmUrl: `${path.join(folder, "wasm")}${path.sep}` }
  }
}
