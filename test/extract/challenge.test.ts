import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "./document-of.ts"

const checks: Readonly<Record<string, string>> = {
  "a title of Cloudflare's":
    "<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1><p>You are unable to access example.com</p>",
  "a check of the browser":
    "<title>Just a moment...</title><h1>example.com</h1><p>Checking if the site connection is secure</p><p>example.com needs to review the security of your connection before proceeding.</p>",
  "a captcha":
    "<title>Robot check</title><p>Please verify you are a human</p><form><button>I am not a robot</button></form>",
  "an edge server's refusal":
    "<title>Access Denied</title><h1>Access Denied</h1><p>You don't have permission to access this page on this server. Reference #18.1</p>"
}

const codesOf = (source: string) =>
  Effect.map(documentOf(source), ({ trace }) => trace.warnings.map(({ code }) => code))

describe("a check for robots in the page's place", () => {
  for (const [name, source] of Object.entries(checks)) {
    it.effect(`is told: ${name}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* codesOf(source), ["challenge_page"])
      }))
  }

  it.effect("is not seen in an article about such checks", () =>
    Effect.gen(function*() {
      const sites = ["Banks", "Shops", "Papers", "Schools", "Clubs", "Museums", "Libraries", "Airlines"]
      const paragraphs = sites.map((site) =>
        `<p>${site} ask visitors to verify you are a human before they may read, and few people like it. `
        + "Whoever builds such a check should know what it costs those who cannot see the pictures.</p>"
      ).join("")
      assert.deepStrictEqual(
        yield* codesOf(`<title>On captchas</title><article><h1>On captchas</h1>${paragraphs}</article>`),
        []
      )
    }))
})
