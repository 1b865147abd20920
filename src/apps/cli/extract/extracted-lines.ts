import type { SavedPageError } from "../../../page/SavedPageError.ts"

/** A line of JSON with a page, by its id or the path of its file. */
export const documentLine = (id: string | number, json: Uint8Array): string =>
  `{"id":${JSON.stringify(id)},"document":${decoder.decode(json)}}`

const decoder = new TextDecoder()

/** The same for a page that cannot be read. */
export const errorLine = (id: unknown, { code, detail }: Pick<SavedPageError, "code" | "detail">): string =>
  JSON.stringify({ id, error: { code, message: detail } })
