import type { DocumentField } from "../../core/domain/document/DocumentField.ts"
import { isChunkField, type PageOptions, wantsChunks } from "../../core/domain/options/PageOptions.ts"

/** Whether a field of the Document is answered: each, unless the caller names fields. Chunks have options too. */
export const isRequested = (field: DocumentField, options: PageOptions | undefined): boolean =>
  isChunkField(field)
    ? options !== undefined && wantsChunks(options)
    : options?.fields === undefined || options.fields.includes(field)
