import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { inWords } from "../../../src/apps/cli/output/exit-codes.ts"
import { shownOn } from "../../../src/apps/cli/output/output.ts"
import { SavedPageError } from "../../../src/page/SavedPageError.ts"
import { commandHere } from "../../support/entries/command-here.ts"
import { commandOutput } from "../../support/entries/command-over.ts"
import { loopback } from "../../support/entries/command-process.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"
import { type MailBox, startMailBox } from "../../support/web/mail-box.ts"

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.close())

const run = (args: ReadonlyArray<string>, more: Record<string, string> = {}) =>
  commandOutput(args, { ...loopback, ...more })

/** The same with what it writes to stdout. */
const printed = (...line: Parameters<typeof run>) =>
  Effect.promise(() => commandHere(line[0], { environment: line[1] ?? {} }))

const key = "me:a-secret-of-24-characters"

describe("gleaner in words", () => {
  const wrong: ReadonlyArray<
    readonly [args: ReadonlyArray<string>, code: number, message: RegExp, environment?: Record<string, string>]
  > = [
    [["scrape", "ftp://example.com/"], 2, /only http and https/],
    [["scrape", "http://127.0.0.1:1/"], 1, /has the port 1, which belongs to another protocol .* Use another port/],
    [["scrape"], 2, /url/i],
    [["frobnicate"], 2, /frobnicate/],
    [["scrap"], 2, /^Unknown subcommand "scrap".* scrape; see gleaner --help$/],
    [["screenshot", "x.example"], 2, /--out; see gleaner screenshot --help$/],
    [["crawl", "x.example", "--max-pages", "3x"], 2, /^--max-pages "3x" must be a number$/],
    [
      ["crawl", "x.example", "--scope", "domian"],
      2,
      /^--scope "domian" must be one of domain, subdomains, prefix, any; the nearest is domain$/
    ],
    [["discover", "-"], 2, /gleaner extract - reads a page from stdin/],
    [
      ["crawl", "SITE/", "--out", "/nonexistent/x"],
      1,
      /^\/nonexistent\/x cannot be written: there is no such file or folder$/
    ],
    [["scrape", "SITEHOST"], 1, /A bare host gets https:\/\/; if the site supports plain HTTP only, write http:\/\//],
    [["doctor"], 2, /GLEANER_DOMAIN_DELAYS: is not a setting; the nearest is GLEANER_DOMAIN_DELAY/, {
      GLEANER_DOMAIN_DELAYS: "5"
    }],
    [["scrape", "x.example", "--format", "pdf"], 2, /format/],
    [
      ["scrape", "x.example", "--format", "text", "--fields", "title"],
      2,
      /^--fields lacks text, which --format text prints/
    ],
    [["scrape", "x.example", "--headers", "X-A"], 2, /^--headers X-A has no value; write it as 'name: value'/],
    [["scrape", "x.example", "--fields", "title,titel"], 2, /^--fields "titel" is unknown here; .* is title\.$/m],
    [["scrape", "x.example", "--extract", "p"], 2, /^--extract "p" must be an object with type, select, fields/],
    [["scrape", "x.example", "--max-pages", "5"], 2, /--max-pages is a flag of gleaner crawl, gleaner batch$/],
    [["crawl", "x.example", "--webhook", "y"], 2, /webhook is an option of a service: POST \/v1\/crawl, POST/],
    [
      ["screenshot", "x.example", "--out", "page.gif"],
      2,
      /page\.gif ends in \.gif, .* use \.png, \.jpg, .* or --format/
    ],
    [["crawl", "x.example", "--max-pages", "0"], 2, /max-pages/],
    [["doctor"], 2, /GLEANER_PORT: .*GLEANER_PORT=8080/, { GLEANER_PORT: "eighty" }],
    [
      ["doctor"],
      2,
      /^GLEANER_SMTP: it is not an smtp or smtps URL, a space and the address of the sender(?!.*s3cret)/,
      {
        GLEANER_SMTP: "http://user:s3cret@mail.example a@example.com"
      }
    ],
    [["doctor"], 2, /^GLEANER_SMTP: its address has something after the port; a \/ or # in the password(?!.*s3cret)/, {
      GLEANER_SMTP: "smtp://user:s3cret@mail.example/x a@example.com"
    }],
    [["doctor"], 2, /^GLEANER_SMTP: the sender is not a mail address(?!.*s3cret)/, {
      GLEANER_SMTP: "smtp://user:s3cret@mail.example:25 Gleaner"
    }],
    [["scrape", "SITE/private/log"], 1, /robots_disallowed/],
    [["scrape", "http://10.0.0.1/"], 1, /address_blocked/],
    [["crawl", "SITE/private/log"], 1, /robots_disallowed/],
    [["scrape", "title"], 2, /^"title" is not a URL; give one such as/],
    [["batch", "x.example", "*"], 2, /^"\*" has a host that cannot exist/],
    [
      ["serve", "--workers", "2"],
      2,
      /^--workers is not a flag of gleaner serve; the setting GLEANER_WORKERS is an environment/
    ],
    [["serve", "--port", "70000"], 2, /^--port 70000 must be from 0 to 65535$/],
    [["serve", "--api-key", "80"], 2, /the setting GLEANER_API_KEYS is an environment variable$/],
    [["scrape", "x.example", "--zzzzzz", "80"], 2, /^--zzzzzz is not a flag of gleaner scrape$/],
    [["scrape", "x.example", "--format", "zzzzzz"], 2, /must be one of [a-z, ]+$/],
    [["doctor"], 2, /GLEANER_QQQQQQ: is not a setting; gleaner serve --help lists them$/, { GLEANER_QQQQQQ: "5" }],
    [["doctor"], 2, /^GLEANER_STORE: .*"qqqqqq" is unknown; the kinds of store/, { GLEANER_STORE: "qqqqqq" }],
    [["jobs", "backup", "x.db"], 2, /^jobs in memory have no backup; set GLEANER_STORE/],
    [["jobs", "backup", "x.db"], 2, /back it up with pg_dump --schema=gleaner$/, {
      GLEANER_STORE: "postgres://127.0.0.1:9/x"
    }],
    [["jobs", "backup", "x.db"], 1, /^there is no store \/nonexistent\/x\.db$/, {
      GLEANER_STORE: "sqlite:/nonexistent/x.db"
    }],
    [["scrape", "SITE/none", "SITE/tide"], 1, /^2 of 2 pages failed/],
    [["batch", "SITE/none"], 1, /^1 page failed and 0 were skipped; --verbose names them$/],
    [
      ["batch", "nofile.txt"],
      2,
      /^nofile\.txt: there is no such file; a host of that name is written http:\/\/nofile\.txt$/
    ],
    [
      ["scrape", "nofile.html"],
      2,
      /^nofile\.html: there is no such file; a host of that name is written http:\/\/nofile\.html$/
    ],
    [["scrape", "test/extract/cases/meta-author-role/source.html"], 2, /is a file; gleaner extract \S+ reads it$/],
    [["extract", "https://example.com/"], 2, /is a URL; gleaner scrape https:\/\/example\.com\/ fetches it$/],
    [["mcp", "--url", "nope"], 2, /^--url "nope" is not the URL of a service, such as http:\/\/localhost:8080$/],
    [["jobs", "list", "--url", "localhost:8080"], 2, /is not the URL of a service/, { GLEANER_API_KEYS: key }],
    [["schedules", "list", "--url", "localhost"], 2, /is not the URL of a service/, { GLEANER_API_KEYS: key }]
  ]
  for (const [args, code, message, more] of wrong) {
    it.live(`${args.join(" ")} ends with ${code} and one line`, () =>
      Effect.gen(function*() {
        const ended = yield* run(
          args.map((arg) => arg.replace("SITEHOST", new URL(site.url).host).replace("SITE", site.url)),
          more
        )
        assert.strictEqual(ended.code, code, ended.line)
        assert.match(ended.line, message)
        assert.notInclude(ended.line, "\n")
      }))
  }

  it("an unreadable file does not list every media type", () => {
    const detail = "There is no parser for image/x-icon; what can be read is text/html, application/pdf."
    assert.deepStrictEqual(inWords(new SavedPageError({ name: "a.ico", code: "unsupported_content_type", detail })), {
      line: "a.ico: There is no parser for image/x-icon; gleaner doctor lists the types that can be read. " +
        "(unsupported_content_type)",
      code: 1
    })
  })

  it.live("explain reports the outcome of each block of a saved page", () =>
    Effect.gen(function*() {
      const page = "test/extract/cases/meta-author-role/source.html"
      const { code, out } = yield* printed(["explain", page])
      assert.strictEqual(code, 0)
      assert.match(out, /^[+] The light was lit[^\n]*\n {4}kept by its score, [.\d]+, \d+ words, in /m)
      assert.include((yield* printed(["explain", page, "--format", "html"])).out, "<div class=\"kept\"")
      const wrong = yield* run(["explain", page, "--no-use-cache"])
      assert.deepStrictEqual([wrong.code, wrong.line], [2, "A saved page takes no options of a URL."])
    }))

  it.live("explain prints the control characters of a page as escapes, which a terminal shows", () =>
    Effect.gen(function*() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-explain-"))
      const page = path.join(folder, "page.html")
      const text = "Tides \u001B]0;owned\u0007\u001B[2J\u009B31m come &#27;[8m and go. ".repeat(8)
      fs.writeFileSync(page, `<meta charset=utf-8><title>T</title><main><h1>Tides</h1><p>${text}</p></main>`)
      const { out } = yield* printed(["explain", page])
      assert.include(out, "Tides \\u001b]0;owned\\u0007\\u001b[2J")
      assert.notMatch(out, /(?![\n\t])\p{Cc}/u)
      fs.rmSync(folder, { recursive: true })
    }))

  it("reports of all commands go through the writer that escapes control characters", () => {
    const cli = path.join(import.meta.dirname, "../../../src/apps/cli")
    const direct = fs.readdirSync(cli, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .filter((name) => /Console\.|process\.std(?:out|err)\.write/.test(fs.readFileSync(path.join(cli, name), "utf8")))
    assert.sameMembers(direct.map((name) => name.replaceAll("\\", "/")), [
      "output/output.ts",
      // Numbers, the address of the service, and help.
      "output/progress.ts",
      // Escapes what it waits for.
      "output/waiting.ts",
      "commands/serve.ts",
      "help/wizard.ts",
      "help/man-page.ts"
    ])
  })

  it("data has all its characters in a pipe, and escapes on a terminal", () => {
    const decoder = new TextDecoder()
    assert.strictEqual(shownOn(decoder, "a\u001B[2J\tb\r\nc\rd\u0085"), "a\\u001b[2J\tb\nc\\u000dd\\u0085")
    const parts = [...Buffer.from("é\u009B")].map((byte) => shownOn(decoder, Uint8Array.of(byte)))
    assert.strictEqual(parts.join(""), "é\\u009b")
  })

  it.live("doctor says that a browser does not start", () =>
    Effect.gen(function*() {
      const { out } = yield* printed(["doctor"], { GLEANER_BROWSER: "/bin/false" })
      assert.match(out, /^browser {4}\/bin\/false \(configured\) does NOT start: .+gleaner doctor --install-browser/m)
    }))

  it.live("doctor says that a browser elsewhere cannot be used, without its token", () =>
    Effect.gen(function*() {
      const { out } = yield* printed(["doctor"], { GLEANER_BROWSER: "http://127.0.0.1:1/?token=hidden" })
      assert.match(
        out,
        /^browser {4}http:\/\/127\.0\.0\.1:1\/\?\*\*\* \(elsewhere\) does NOT work: connect ECONNREFUSED/m
      )
      assert.notInclude(out, "hidden")
    }))

  it.live("doctor lists the browser, the keys and every setting", () =>
    Effect.gen(function*() {
      const { code, out } = yield* printed(["doctor"])
      assert.strictEqual(code, 0)
      for (
        const word of [
          "gleaner ",
          "browser",
          "keys",
          "store      memory",
          "documents  with the jobs",
          "GLEANER_MAX_BODY",
          "GLEANER_JOB_RETENTION"
        ]
      ) {
        assert.include(out, word)
      }
    }))

  it("doctor shows the model and the file of its key, and not the key", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-model-"))
    const file = path.join(folder, "key")
    fs.writeFileSync(file, "sk-0123456789-secret\n")
    const environment = { ...loopback, GLEANER_BROWSER: "off", GLEANER_MODEL: `https://host.test/v1 small ${file}` }
    const { code, err, out } = await commandHere(["doctor"], { environment })
    assert.strictEqual(code, 0, err)
    assert.include(out, `https://host.test/v1 small ${file}`)
    assert.notInclude(out + err, "sk-0123456789-secret")
    fs.writeFileSync(file, "sk-0123456789-secret\nand more")
    const wrong = await commandHere(["doctor"], { environment })
    assert.notStrictEqual(wrong.code, 0)
    assert.match(wrong.err, /GLEANER_MODEL: .* cannot be read as a file with the key of the model/)
    assert.notInclude(wrong.out + wrong.err, "sk-0123456789-secret")
    fs.rmSync(folder, { recursive: true })
  })
})

let box: MailBox
beforeAll(async () => {
  box = await startMailBox()
})
afterAll(() => box.close())

const doctor = async (password: string) => {
  const server = `smtp://gleaner:${encodeURIComponent(password)}@127.0.0.1:${box.port}`
  const environment = { GLEANER_SMTP: `${server} gleaner@example.com`, GLEANER_BROWSER: "off" }
  const { out } = await commandHere(["doctor"], { environment })
  assert.notInclude(out, encodeURIComponent(password))
  return out.split("\n").filter((line) => /^mail|GLEANER_SMTP/.test(line)).join("\n").replaceAll(String(box.port), "25")
}

describe("gleaner doctor", () => {
  it("logs in to the mail server, and shows it without its user and password", async () => {
    assert.match(
      await doctor("p@ss/word"),
      /^mail +smtp:\/\/\*\*\*@127\.0\.0\.1:25 takes mail\n +GLEANER_SMTP +smtp:\/\/\*\*\*@127\.0\.0\.1:25 gleaner@example\.com$/
    )
    assert.match(await doctor("wr0ng"), /^mail +smtp:\S+ does NOT take mail: EAUTH AUTH PLAIN 535\. No message/)
    assert.deepStrictEqual(box.arrived, [])
  })
})
