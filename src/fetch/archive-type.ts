import { Effect } from "effect"

/** The media type of a ZIP archive by what is in it: an office document is one. What cannot be read stays a ZIP. */
export const archiveType = (zip: Uint8Array): Effect.Effect<string> =>
  Effect.promise(() =>
    // Loaded with the first archive: no page that is fetched needs it.
    import("file-type").then(({ fileTypeFromBuffer }) => fileTypeFromBuffer(zip))
      .then((type) => type?.mime ?? "application/zip", () => "application/zip")
  )
