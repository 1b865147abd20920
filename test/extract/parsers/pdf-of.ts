import { Effect } from "effect"
import Pdf from "pdfkit"

/** The bytes of a PDF that `write` fills. */
export const pdfOf = (options: PDFKit.PDFDocumentOptions, write: (pdf: PDFKit.PDFDocument) => void) =>
  Effect.promise(() =>
    new Promise<Uint8Array>((resolve) => {
      const pdf = new Pdf(options)
      const chunks: Array<Uint8Array> = []
      pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk))
      pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))))
      write(pdf)
      pdf.end()
    })
  )
