import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Queue, Terminal } from "effect"
import { TestConsole } from "effect/testing"
import { execFileSync, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { gleaner } from "../../../src/apps/cli/gleaner.ts"
import { askForCommand } from "../../../src/apps/cli/help/wizard.ts"
import { exitStatus } from "../../../src/apps/cli/output/exit-codes.ts"
import { settings } from "../../../src/core/settings/Settings.ts"
import { commandOver } from "../../support/entries/command-over.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"

const world = siteAndFolder((_, response) => void response.end())
const has = (program: string): boolean => spawnSync("which", [program]).status === 0

const manual = async () => (await commandOver(["--man"])).out

describe("the manual page", () => {
  it("has every command, flag, exit code and setting", async () => {
    const text = (await manual()).replaceAll("\\-", "-").replaceAll(/\\f[BIR]/g, "")
    const commands = gleaner.subcommands.flatMap((group) => [...group.commands]).map(({ name }) => name)
    assert.isAbove(commands.length, 10)
    for (const name of commands) assert.match(text, new RegExp(`^\\.SS gleaner ${name}`, "m"))
    for (const words of [".SS gleaner jobs cancel", "--max-pages integer", "--mirror", "-o, --out"]) {
      assert.include(text, words)
    }
    for (const [code] of exitStatus) assert.include(text, `\n.B ${code}\n`)
    for (const { variable } of Object.values(settings)) assert.include(text, `\n.B ${variable}\n`)
  })

  it("of a command is also that of help", async () => {
    assert.deepStrictEqual(
      await commandOver(["help", "jobs", "cancel"]),
      await commandOver(["jobs", "cancel", "--help"])
    )
    assert.match((await commandOver(["help"])).out, /SUBCOMMANDS/)
    assert.match((await commandOver(["help", "crawll"])).line, /^Unknown subcommand "crawll"/)
  })

  it("and the documentation have the same exit codes", () => {
    const page = fs.readFileSync(path.join(import.meta.dirname, "../../../src/docs/command-line.md"), "utf8")
    const rows = [...page.matchAll(/^\| (\d+) \| (.*) \|$/gm)]
    assert.deepStrictEqual(
      rows.map(([, code, meaning = ""]) => [Number(code), meaning.replaceAll(/[`\\]/g, "")]),
      exitStatus.map((row) => [...row])
    )
  })

  it("is what man reads without a warning", async (context) => {
    context.skip(!has("groff"), "there is no groff")
    const { stderr, stdout } = spawnSync("groff", ["-man", "-Tascii", "-ww"], {
      input: await manual(),
      encoding: "utf8"
    })
    assert.strictEqual(stderr, "")
    assert.match(stdout, /gleaner - fetch web pages politely/)
  })
})

describe("completions", () => {
  /** The proposals of a shell for the words of a command line. */
  const proposed = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
    execFileSync("bash", [
      "--norc",
      "-c",
      `
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}
      _gleaner gleaner "\${@: -1}" "\${@: -2:1}"; printf '%s\\n' "\${COMPREPLY[@]}"`,
      "bash",
      world.file("completions"),
      ...words
    ], {
      encoding: "utf8"
    }).trim().split("\n")

  it("of bash propose commands, flags and choices", async (context) => {
    context.skip(!has("bash"), "there is no bash")
    fs.writeFileSync(world.file("completions"), (await commandOver(["--completions", "bash"])).out)
    assert.deepStrictEqual(proposed(["gleaner", "cr"]), ["crawl"])
    assert.deepStrictEqual(proposed(["gleaner", "s"]), [
      "serve",
      "scrape",
      "screenshot",
      "sitemap",
      "search",
      "schedules"
    ])
    assert.deepStrictEqual(proposed(["gleaner", "crawl", "--mi"]), ["--mirror"])
    assert.deepStrictEqual(proposed(["gleaner", "scrape", "--format", "m"]), ["markdown"])
  })

  for (const shell of ["zsh", "fish"]) {
    it(`of ${shell} name every command`, async () => {
      const { out } = await commandOver(["--completions", shell])
      for (const name of ["scrape", "links", "sitemap", "doctor"]) assert.include(out, name)
    })
  }
})

describe("--wizard", () => {
  /** The arguments that these keys lead to. */
  const asked = (given: ReadonlyArray<string>, keys: ReadonlyArray<string>) => {
    const terminal = Layer.effect(
      Terminal.Terminal,
      Effect.gen(function*() {
        const inputs = yield* Queue.unbounded<Terminal.UserInput>()
        yield* Queue.offerAll(inputs, keys.flatMap((key) => named.has(key) ? [inputOf(key)] : [...key].map(inputOf)))
        const size = { columns: 80, rows: 24 }
        return Terminal.make({
          columns: Effect.succeed(size.columns),
          rows: Effect.succeed(size.rows),
          size: Queue.unbounded(),
          readInput: Effect.succeed(inputs),
          readLine: Effect.succeed(""),
          display: () => Effect.void
        })
      })
    )
    return Effect.runPromise(
      askForCommand(given).pipe(Effect.provide([Layer.provideMerge(terminal, NodeServices.layer), TestConsole.layer]))
    )
  }
  const named = new Set(["down", "enter"])
  const inputOf = (key: string): Terminal.UserInput => ({
    input: named.has(key) ? Option.none() : Option.some(key),
    key: { name: key, ctrl: false, meta: false, shift: false }
  })

  it("asks for the task and for what it needs, in five questions at most", async () => {
    assert.deepStrictEqual(
      await asked([], [
        "down",
        "enter",
        "example.com",
        "enter",
        "down",
        "enter",
        "down",
        "down",
        "enter",
        "enter",
        "enter"
      ]),
      ["crawl", "example.com", "--max-pages", "1000", "--mirror", "mirror"]
    )
    assert.deepStrictEqual(await asked(["links"], ["example.com", "enter", "enter", "enter"]), ["links", "example.com"])
    assert.deepStrictEqual(await asked(["serve"], ["enter", "enter"]), ["serve", "--port", "8080"])
    assert.deepStrictEqual(await asked(["links", "example.com"], ["enter"]), ["links", "example.com"])
  })

  it("needs a terminal, and says so", async () => {
    const { code, line } = await commandOver(["crawl", "--wizard"])
    assert.deepStrictEqual([code, line], [2, "--wizard asks questions, so it needs a terminal; see gleaner --help"])
  })
})
