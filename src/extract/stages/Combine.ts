import { Context, Effect, Layer } from "effect"
import type { DocumentBody } from "../../core/domain/document/Document.ts"
import { isRequested } from "../../core/domain/options/PageOptions.ts"
import { documentFields, type DocumentParts } from "./document-fields.ts"

/**
 * Joins the parts to one Document with the requested fields, without its trace. The trace comes from the process that
 * fetched the page.
 */
export class Combine extends Context.Service<Combine, {
  combine(parts: DocumentParts): Effect.Effect<Partial<DocumentBody>>
}>()("gleaner/extract/stages/Combine") {
  static readonly layer = Layer.succeed(Combine, { combine: (parts) => Effect.sync(() => documentOf(parts)) })
}

const names = Object.keys(documentFields) as ReadonlyArray<keyof DocumentBody> // its own keys

const documentOf = (parts: DocumentParts): Partial<DocumentBody> => {
  const { options } = parts.page.input
  const document: Record<string, unknown> = {}
  for (const name of names) {
    if (!isRequested(name, options)) continue
    const value = documentFields[name].of(parts)
    if (value !== undefined) document[name] = value
  }
  return document
}
