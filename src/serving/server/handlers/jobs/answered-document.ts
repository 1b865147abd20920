import { Effect } from "effect"
import type { DocumentField } from "../../../../core/domain/document/DocumentField.ts"
import { type ChunkOptions, isChunkField, wantsChunks } from "../../../../core/domain/options/PageOptions.ts"
import { inSlices } from "../../../../core/kernel/slices/in-slices.ts"
import { membersOf, objectOf } from "../../../../core/kernel/slices/scan-json.ts"
import type { Answered } from "../../../../crawling/jobs/answered-repeats.ts"
import type { Extractor } from "../../../../extract/Extractor.ts"
import { storedPart } from "../../../../extract/works/stored-document.ts"
import { pickFields } from "../pick-fields.ts"

export interface DocumentOptions extends ChunkOptions {
  readonly fields?: ReadonlyArray<DocumentField>
}

/** One after the other. */
export const inTurn = (first: Answered, second: Answered): Answered => (json, n) =>
  Effect.flatMap(first(json, n), (answer) => second(answer, n))

/** Picks the fields of a stored Document, and adds its chunks, which are made where pages are read. */
export const answeredDocument = (
  extractor: Pick<Extractor["Service"], "chunks">,
  owner: string,
  url: string,
  { fields, ...options }: DocumentOptions
): Answered => {
  // Made on request, and only then part of a stored Document.
  const wanted: ReadonlyArray<DocumentField> = [...fields ?? [], "repeats"]
  if (!wantsChunks({ ...options, ...(fields === undefined ? {} : { fields }) })) {
    return (json) => fields === undefined ? Effect.succeed(json) : pickFields(json, wanted)
  }
  const isKept = (name: string) =>
    !isChunkField(name) && (fields === undefined || wanted.some((field) => field === name))
  return Effect.fnUntraced(function*(json) {
    const members = yield* inSlices(() => membersOf(json))
    const document = storedPart(members, "chunks")
    const chunks = yield* extractor.chunks({ url, document, options }, { owner, priority: "interactive" })
    return objectOf([...members.filter(({ name }) => isKept(name)), ...yield* inSlices(() => membersOf(chunks))])
  })
}
