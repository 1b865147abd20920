import { pageTerms } from "./page-terms.ts"
import { storedDocument, storedUrl } from "./stored-document.ts"

/** A stored Document as JSON. */
export interface IndexedDocument {
  readonly url: string
  readonly document: Uint8Array
}

/** The terms of a stored Document. */
export const storedTerms = ({ document }: IndexedDocument): string => {
  const stored = storedDocument(document)
  return pageTerms({ url: storedUrl(stored), title: stored.title ?? "", markdown: stored.markdown ?? "" })
}
