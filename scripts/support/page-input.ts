import type { Document } from "../../src/core/domain/document/Document.ts"
import type { Extraction, PageInput } from "../../src/extract/Page.ts"
import { withTrace } from "../../src/extract/works/with-trace.ts"
import { offlineInput, offlineProvenance } from "../../src/page/page-input.ts"

/** An HTML page as it would come off the network, without a network. */
export const pageInput = (body: string | Uint8Array, url = "https://page.example/"): PageInput =>
  offlineInput({
    url,
    finalUrl: url,
    mediaType: "text/html",
    charset: undefined,
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    fetchedAt: Date.now()
  })

/** The whole Document of a page that came over no network. */
export const documentFrom = (extraction: Extraction): Document =>
  JSON.parse(new TextDecoder().decode(withTrace(extraction, offlineProvenance)))
