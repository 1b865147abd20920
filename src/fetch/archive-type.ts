import { Effect } from "effect"

/** The media type of a ZIP archive by its contents: an office document is a ZIP. An unreadable archive stays a ZIP. */
export const archiveType = (zip: Uint8Array): Effect.Effect<string> =>
  Effect.promise(() =>
    // Loaded with the first archive, because ordinary pages do not need it.
    import("file-type").then(({ fileTypeFromBuffer }) => fileTypeFromBuffer(zip))
      .then((type) => type?.mime ?? "application/zip", () => "application/zip")
  )
