import type { DocumentField } from "../../domain/document/DocumentField.ts"
import type { PageOptions } from "../../domain/options/PageOptions.ts"

/** Whether a field of the Document is answered: each, unless the caller names fields. */
export const isRequested = (field: DocumentField, options: PageOptions | undefined): boolean =>
  options?.fields === undefined || options.fields.includes(field)
