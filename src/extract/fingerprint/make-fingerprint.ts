import type { Fingerprint } from "../../core/domain/document/Fingerprint.ts"
import type { Reading } from "../Reading.ts"
import { encodeLines } from "./LineHashes.ts"
import { pageLines } from "./page-lines.ts"

/** The fingerprint of a page for the store of a job. */
export const makeFingerprint = ({ content, page }: Pick<Reading, "content" | "page">): Fingerprint => ({
  host: new TextEncoder().encode(page.url.hostname),
  lines: encodeLines(pageLines(content))
})
