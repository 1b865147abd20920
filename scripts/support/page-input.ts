import type { PageInput } from "../../src/extract/Page.ts"
import { offlineInput } from "../../src/page/page-input.ts"

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
