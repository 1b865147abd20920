import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pagesOver, scraped } from "../../support/entries/pages-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"

const site = "https://site.test"

const web = fakeWeb({
  [`${site}/robots.txt`]: { body: "User-agent: *\nContent-Signal: search=yes, ai-train=no" },
  [`${site}/`]: {
    headers: { "content-type": "text/html", "x-robots-tag": "max-snippet:9", "content-usage": "train-ai=y" },
    body: `<title>Start</title><meta name=robots content=noindex><meta name=gleaner content=noarchive>
<meta name=otherbot content=nofollow><meta name=tdm-reservation content=1><link rel=license href=/license>
<p>Some words of the page.</p>`
  }
})

describe("the rights in the trace of a page", () => {
  it.effect("are of robots.txt, header fields and elements, with each source", () =>
    Effect.gen(function*() {
      const { trace } = yield* whileTimePasses(scraped(`${site}/`))
      assert.deepStrictEqual(trace.rights, {
        uses: { "search": "yes", "ai-train": "no" },
        directives: ["max-snippet:9", "noindex", "noarchive"],
        licenses: [{ url: `${site}/license`, from: "link license" }],
        tdm: { reserved: true },
        sources: [
          { from: "robots.txt", text: "Content-Signal: search=yes, ai-train=no" },
          { from: "content-usage", text: "train-ai=y" },
          { from: "x-robots-tag", text: "max-snippet:9" },
          { from: "meta robots", text: "noindex" },
          { from: "meta gleaner", text: "noarchive" },
          { from: "link license", text: "/license" },
          { from: "meta tdm-reservation", text: "1" }
        ]
      })
    }).pipe(Effect.provide(pagesOver(web))))
})
