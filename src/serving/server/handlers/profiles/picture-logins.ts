import { Effect } from "effect"
import { Extractor } from "../../../../extract/Extractor.ts"
import type { RenderedPicture } from "../../../../web/render/take-picture.ts"

/** Adds to the warnings of a picture whether the page that it shows is that of a login, if the page was read too. */
export const pictureLogins = Effect.map(
  Extractor,
  (extractor) =>
    Effect.fnUntraced(function*({ page, warnings }: Pick<RenderedPicture, "page" | "warnings">, url: string) {
      if (page === undefined) return { warnings }
      const read = yield* extractor.links({
        url,
        finalUrl: page.finalUrl,
        status: page.status,
        headers: {},
        mediaType: "text/html",
        charset: "utf-8",
        body: new TextEncoder().encode(page.html),
        fetchedAt: 0,
        rendered: true,
        depth: 0,
        options: { fields: ["links"] },
        checksLogin: true
      }).pipe(
        // The picture is taken, whether its page can be read or not.
        Effect.catchTag("PageError", () => Effect.succeed({ warnings: [] }))
      )
      return { warnings: [...warnings, ...(read.warnings ?? []).filter(({ code }) => code === "login_required")] }
    })
)
