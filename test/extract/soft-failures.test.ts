import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Extractor } from "../../src/extract/Extractor.ts"
import { documentOf } from "./document-of.ts"
import { inputOf } from "./markdown/page-of.ts"

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

const password = "<form><input name=user><input type=password name=p><button>Go</button></form>"

const others: ReadonlyArray<readonly [name: string, code: string, source: string]> = [
  [
    "a wall before a thread",
    "login_required",
    `<title>Forum</title><h1>Members area</h1><p>You must be logged in to view this.</p>${password}`
  ],
  ["a German wall", "login_required", `<title>Anmelden</title><h1>Anmelden</h1><p>Passwort vergessen?</p>${password}`],
  ["a Japanese wall", "login_required", `<title>会員</title><p>続きを読むにはログインしてください。</p>${password}`],
  [
    "a question about cookies",
    "consent_page",
    "<title>Before you continue</title><h1>Before you continue to Search</h1><p>We use cookies and data to deliver and maintain our services.</p><p>If you choose Accept all, we will also use cookies to improve them.</p>"
  ],
  [
    "the same in French",
    "consent_page",
    "<title>Journal</title><h1>Nous respectons votre vie privée</h1><p>Nous et nos partenaires stockons des informations. Vous pouvez tout accepter ou régler vos choix.</p>"
  ],
  [
    "a missing page",
    "not_found_page",
    "<title>404 - Page not found</title><h1>Oops!</h1><p>That page is not here any more.</p>"
  ],
  [
    "one in Spanish",
    "not_found_page",
    "<title>Tienda</title><h1>Página no encontrada</h1><p>Vuelva a la portada de la tienda.</p>"
  ],
  [
    "one in Russian",
    "not_found_page",
    "<title>Магазин</title><h1>Страница не найдена</h1><p>Вернитесь на главную.</p>"
  ],
  ["a shell", "javascript_required", "<title>App</title><div id=root></div><script src=/main.js></script>"]
]

describe("what stands in a page's place", () => {
  for (const [name, code, source] of others) {
    it.effect(`is told: ${name}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* codesOf(source), [code])
      }))
  }

  const ledTo = (url: string, finalUrl: string, source: string) =>
    Effect.gen(function*() {
      const { warnings } = yield* (yield* Extractor).extract({ ...inputOf(source), url, finalUrl })
      return warnings.map(({ code }) => code)
    }).pipe(Effect.provide(Extractor.layerInline))
  const plainLogin = `<title>Tea shop</title><h1>Welcome back</h1>${password}`

  for (const to of ["/login?next=%2Faccount", "/users/sign_in", "/wp-login.php", "https://accounts.example/signin"]) {
    it.effect(`is told: a login page that no rule for this URL, and to which the site has led (${to})`, () =>
      Effect.gen(function*() {
        const from = "https://shop.example/account"
        assert.deepStrictEqual(yield* ledTo(from, new URL(to, from).href, plainLogin), ["login_required"])
      }))
  }

  it.effect("is not seen in a login page that was asked for, a page led to elsewhere, or one without a password", () =>
    Effect.gen(function*() {
      const shop = "https://shop.example"
      assert.deepStrictEqual(yield* ledTo(`${shop}/login`, `${shop}/login`, plainLogin), [])
      assert.deepStrictEqual(yield* ledTo(`${shop}/login`, `${shop}/en/login`, plainLogin), [])
      assert.deepStrictEqual(yield* ledTo(`${shop}/a`, `${shop}/login`, "<title>Tides</title><h1>Tides</h1>"), [])
      assert.deepStrictEqual(yield* ledTo(`${shop}/a`, `${shop}/catalogue`, plainLogin), [])
    }))

  const paragraph =
    "<p>The harbour has been dredged every spring since the great storm, and nobody minds the noise.</p>"
  const pages: Readonly<Record<string, string>> = {
    "a short page with a form to log in beside": `<title>Tides</title><article><h1>Tides</h1>${
      paragraph.repeat(3)
    }</article>${password}`,
    "an article about errors": `<title>What a 404 costs a shop</title><article><h1>What a 404 costs a shop</h1>${
      paragraph.repeat(14)
    }</article>`,
    "a magazine's front page": `<title>404 Media</title><h1>404 Media</h1>${paragraph.repeat(3)}`,
    "a banner about cookies on a page": `<title>Tides</title><article><h1>Tides</h1>${
      paragraph.repeat(4)
    }</article><div class="cookie-banner">We value your privacy. <button>Accept all</button></div>`
  }
  for (const [name, source] of Object.entries(pages)) {
    it.effect(`is not seen in ${name}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* codesOf(source), [])
      }))
  }
})
