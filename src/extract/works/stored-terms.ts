import { Effect, Schema } from "effect"
import { Document } from "../../core/domain/document/Document.ts"
import { pageTerms } from "./page-terms.ts"

/** A stored Document as JSON. */
export interface IndexedDocument {
  readonly url: string
  readonly document: Uint8Array
}

const { final_url, markdown, title, url } = Document.fields
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({
  url: Schema.optionalKey(url),
  final_url: Schema.optionalKey(final_url),
  title: Schema.optionalKey(title),
  markdown: Schema.optionalKey(markdown)
})))

/** The terms of a stored Document. */
export const storedTerms = Effect.fnUntraced(function*({ document }: IndexedDocument) {
  const { final_url, markdown = "", title = "", url = "" } = yield* decode(new TextDecoder().decode(document))
  return pageTerms({ url: final_url ?? url, title, markdown })
}, Effect.orDie)
