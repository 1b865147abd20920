import type { DocumentField } from "../../core/domain/document/DocumentField.ts"
import { isChunkField, type PageOptions, wantsChunks } from "../../core/domain/options/PageOptions.ts"
import type { PageInput } from "../Page.ts"

/** Whether a field of the Document is answered: each, unless the caller names fields. Chunks have options too. */
export const isRequested = (field: DocumentField, options: PageOptions | undefined): boolean =>
  isChunkField(field)
    ? options !== undefined && wantsChunks(options)
    : options?.fields === undefined || options.fields.includes(field)

/** Whether any of these fields is requested, or needed by the service. */
export const isNeeded = (
  { needs = [], options }: Pick<PageInput, "needs" | "options">,
  ...fields: ReadonlyArray<DocumentField>
): boolean => fields.some((field) => isRequested(field, options) || needs.includes(field))
