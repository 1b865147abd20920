import { Schema } from "effect"

export const SavedPageErrorCode = Schema.Literals([
  "invalid_request",
  "unreadable_file",
  "body_too_large",
  "unsupported_content_type",
  "overloaded"
])

/** A saved page was not read, and this says why. Nothing was fetched, so no code is about fetching. */
export class SavedPageError extends Schema.TaggedError<SavedPageError>()("SavedPageError", {
  /** The name of the file. "" without one. */
  name: Schema.String,
  code: SavedPageErrorCode,
  detail: Schema.String
}) {
  override get message(): string {
    return this.detail
  }
}
