import { Schema } from "effect"

export const SavedPageErrorCode = Schema.Literals([
  "invalid_request",
  "unreadable_file",
  "body_too_large",
  "unsupported_content_type",
  "overloaded"
])

/** The reason why a saved page cannot be read. No code is about fetching, because nothing is fetched. */
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
