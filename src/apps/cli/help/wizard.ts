import { Console, Effect } from "effect"
import { Flag, GlobalFlag, Prompt } from "effect/cli"
import { shellWord } from "../output/shell-word.ts"

/** Listed in the help. `runGleaner` reads it, since the command that it makes has errors and services of its own. */
export const Wizard = GlobalFlag.Action({
  flag: Flag.Boolean("wizard").pipe(
    Flag.withDescription("Ask for the command and what it needs, show the command line, and run it"),
    Flag.withDefault(false)
  ),
  run: () => Effect.void
})

/**
 * Asks for the command and for the few values that it needs, unless they are given. All other options keep their
 * defaults. Returns the arguments, or undefined if they are not to be run.
 */
export const askForCommand = Effect.fnUntraced(function*(given: ReadonlyArray<string>) {
  const [name = "", ...operands] = given
  const task = tasks.find(({ command }) => command === name) ??
    (yield* Prompt.run(Prompt.Select({
      message: "What do you want to do?",
      choices: tasks.map((task) => ({ title: task.title, value: task }))
    })))
  const args = [task.command, ...(operands.length > 0 ? operands : yield* task.ask)]
  yield* Console.log(`\n  gleaner ${args.map(shellWord).join(" ")}\n`)
  const runs = yield* Prompt.run(Prompt.Toggle({ message: "Run it?", initial: true, active: "yes", inactive: "no" }))
  return runs ? args : undefined
})

const textOf = (message: string, value?: string) =>
  Prompt.run(Prompt.String({
    message,
    ...(value === undefined ? {} : { default: value }),
    validate: (text) => text.trim() === "" ? Effect.fail("Please type a value.") : Effect.succeed(text.trim())
  }))

const choiceOf = <const A>(message: string, choices: ReadonlyArray<readonly [title: string, value: A]>) =>
  Prompt.run(Prompt.Select({ message, choices: choices.map(([title, value]) => ({ title, value })) }))

const withText = (message: string) => Effect.map(textOf(message), (text) => [text])

const tasks = [
  {
    command: "scrape",
    title: "Read one page",
    ask: Effect.gen(function*() {
      const url = yield* textOf("URL of the page")
      const format = yield* choiceOf("As", [["markdown", "markdown"], ["plain text", "text"], ["JSON", "json"]])
      return [url, "--format", format]
    })
  },
  {
    command: "crawl",
    title: "Read a site",
    ask: Effect.gen(function*() {
      const url = yield* textOf("URL of the first page")
      const pages = yield* choiceOf("At most", [["100 pages", 100], ["1,000 pages", 1000], ["10,000 pages", 10_000]])
      const [flag, name] = yield* choiceOf("As", [
        ["a folder of markdown files", ["--markdown", "pages"]],
        ["JSON Lines, which can be resumed", ["--out", "pages.jsonl"]],
        ["a copy that works without a server", ["--mirror", "mirror"]],
        ["llms.txt", ["--llms-txt", "llms.txt"]]
      ])
      return [url, "--max-pages", String(pages), flag, yield* textOf("Name of the file or folder", name)]
    })
  },
  { command: "discover", title: "List the links of a page", ask: withText("URL of the page") },
  {
    command: "links",
    title: "Find broken links",
    ask: Effect.gen(function*() {
      const url = yield* textOf("URL of the page")
      const depth = yield* choiceOf("On", [["this page", 0], ["the whole site", 20]])
      return depth === 0 ? [url] : [url, "--depth", String(depth)]
    })
  },
  { command: "sitemap", title: "List the URLs of a sitemap", ask: withText("URL of the site, or of the sitemap") },
  { command: "robots", title: "Show what a site permits", ask: withText("URL of a page of the site") },
  {
    command: "screenshot",
    title: "Take a picture of a page",
    ask: Effect.gen(function*() {
      return [yield* textOf("URL of the page"), "--out", yield* textOf("File (png, jpeg, webp or pdf)", "page.png")]
    })
  },
  { command: "extract", title: "Read a saved page", ask: withText("File") },
  {
    command: "serve",
    title: "Start the service",
    ask: Effect.map(textOf("Port", "8080"), (port) => ["--port", port])
  }
]
