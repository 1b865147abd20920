import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { codeBlocks } from "../support/handbook.ts"

const root = path.join(import.meta.dirname, "../..")

/** A heading whose blocks a test runs or compares, in one language; its number of blocks, if there are several. */
type Row = readonly [heading: string, language: string, blocks?: number]

/** Blocks that a test runs or compares, by the test. */
const run: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<Row>>>>> = {
  "test/house/readme-commands.test.ts": {
    "README.md": [["Scrape, discover, picture", "sh"], ["Crawl a site", "sh"], ["The command line", "sh"]],
    "index.md": [["Start with a checkout", "sh"], ["Start with the package", "sh"], ["The service", "sh"]],
    "guide.md": [
      ["Passages for a language model", "sh"],
      ["Search the web", "sh"],
      ["Extract: a page of your own", "sh"],
      ["Formats of a response", "sh"],
      ["CSV", "sh"],
      ["Pictures", "sh"],
      ["Errors", "sh"],
      ["Errors", "json"]
    ],
    "options.md": [
      ["All options", "sh"],
      ["Age and language", "sh"],
      ["Chunks and passages", "sh"],
      ["Consent banners", "sh"],
      ["Data by a schema", "sh"],
      ["Wrappers", "sh"],
      ["Pages behind a login", "sh"]
    ],
    "jobs.md": [
      ["Batches", "sh"],
      ["Before a crawl starts", "sh"],
      ["Near duplicates", "sh"],
      ["Only what changed", "sh"],
      ["Pictures of the pages", "sh"],
      ["Schedules", "sh"],
      ["Messages by mail and chat", "sh"]
    ],
    "command-line.md": [
      ["Command line", "sh"],
      ["A copy of a site", "sh"],
      ["Jobs of a service", "sh"],
      ["Saved pages", "sh"],
      ["Why content is kept or dropped", "sh"]
    ],
    "operating.md": [["Log, metrics and traces", "sh"], ["In a container", "sh"]]
  },
  "test/house/readme-start.test.ts": {
    "README.md": [["A first scrape", "sh", 3], ["A first scrape", "json"]],
    "politeness.md": [["Authenticated requests", "sh"]],
    "operating.md": [["Jobs that outlive a restart", "sh"], ["Through a proxy", "sh"]],
    "upgrade.md": [["Backup and restore", "sh"]],
    "nodes.md": [["More than one machine", "sh"]]
  },
  "test/docs/data.test.ts": {
    "data.md": [
      ["1. Say what you want", "sh"],
      ["2. Show where it is", "sh"],
      ["3. Read all pages", "sh"],
      ["The data of many pages", "sh"]
    ]
  },
  "test/contract/client/readme.test.ts": { "client.md": [["The client", "ts", 2]] },
  "test/contract/client/openapi-types.test.ts": { "client.md": [["Types from the OpenAPI document", "ts"]] },
  "test/contract/client/python.test.ts": {
    "python.md": [["Scrape and crawl", "python"], ["With asyncio", "python"], ["With pandas", "python"]]
  },
  "test/contract/client/python-recipes.test.ts": {
    "python.md": [["LangChain and LlamaIndex", "python", 3], ["Embeddings in a vector store", "python", 2]],
    "mcp.md": [["Function calling", "python"]]
  },
  "test/docs/reverse-proxies.test.ts": { "operating.md": [["nginx", "nginx"], ["Caddy", "caddyfile"]] },
  "test/house/library-examples.test.ts": {
    "client.md": [
      ["The library", "ts"],
      ["A crawl on a fake web", "ts"],
      ["A stage of your own", "ts"],
      ["A stage of your own in a crawl", "ts"],
      ["A store of your own", "ts"]
    ]
  },
  "test/house/readme.test.ts": { "client.md": [["Composing layers in tests", "ts"]] },
  "test/core/domain/Action.test.ts": { "options.md": [["Actions", "json"]] },
  "test/serving/server/handlers/profiles.test.ts": { "options.md": [["Profiles", "json"]] },
  "test/serving/mcp/configurations.test.ts": {
    "mcp.md": [
      ["Claude Desktop", "json", 2],
      ["Claude Code", "sh"],
      ["Claude Code", "json"],
      ["Cursor and Windsurf", "json", 2],
      ["VS Code", "json"],
      ["Codex and Gemini CLI", "sh"],
      ["Codex and Gemini CLI", "json"]
    ]
  },
  "test/serving/firecrawl/firecrawl.test.ts": {
    "migration.md": [["Coming from Firecrawl, Crawl4AI, Jina Reader", "ts"]]
  },
  "test/serving/server/handlers/webhooks.test.ts": { "jobs.md": [["Webhooks", "js"]] }
}

/** Blocks that no test takes from the page, and the reason. */
const shown: Readonly<Record<string, readonly [reason: string, ...rows: ReadonlyArray<Row>]>> = {
  "README.md": ["a drawing; needs a network; .ci/run runs `npm ci` and `npm test`", ["The flow", ""], [
    "Start",
    "sh",
    3
  ]],
  "index.md": ["needs Docker; test/scripts/container.test.ts reads its files", ["Start with the image", "sh"]],
  "client.md": ["test/contract/client/openapi-types.test.ts calls the same generator", [
    "Types from the OpenAPI document",
    "sh"
  ]],
  "command-line.md": [
    "need another host and another shell; test/apps/cli/links.test.ts, sitemap.test.ts and help.test.ts run the commands",
    ["Links and sitemaps", "sh"],
    ["Completions and the manual page", "sh"]
  ],
  "operating.md": [
    "needs NixOS; scripts/check-flake.sh evaluates the module; needs a cluster, test/scripts/kubernetes.test.ts reads its file",
    ["Under systemd and on NixOS", "nix"],
    ["Kubernetes", "sh"]
  ],
  "python.md": [
    "need Postgres with pgvector and LanceDB",
    ["Embeddings in a vector store", "sql"],
    ["Embeddings in a vector store", "ts"]
  ],
  "upgrade.md": ["need git, systemd and Docker", ["Upgrade and roll-back", "sh", 3]],
  "recipes.md": [
    "test/contract/client/openapi-types.test.ts calls the same generator; needs a bucket, as test/crawling/stores/documents has",
    ["Types for openapi-fetch", "sh"],
    ["Documents in an S3 bucket", "sh"]
  ]
}

const placesOf = (file: string, rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  rows.flatMap(([heading, language, blocks = 1]) =>
    Array.from({ length: blocks }, () => `${file}: ${heading}: ${language}`)
  )

const recipes = codeBlocks.filter((block) => block.file.endsWith("/recipes.md"))
const isShown = new Set(shown["recipes.md"]?.slice(1).map((row) => (row as Row)[0]))

const ran = [
  ...Object.values(run).flatMap((files) => Object.entries(files).flatMap(([file, rows]) => placesOf(file, rows))),
  // `test/docs/recipes.test.ts` compares its list with the page.
  ...recipes.filter(({ heading }) => !isShown.has(heading)).map(({ heading, language }) =>
    `recipes.md: ${heading}: ${language}`
  )
]
const notRan = Object.entries(shown).flatMap(([file, [, ...rows]]) => placesOf(file, rows))

describe("the blocks of code in README.md and src/docs", () => {
  it("are each run by a test, or listed with the reason why not", () => {
    const all = codeBlocks.map(({ file, heading, language }) => `${path.basename(file)}: ${heading}: ${language}`)
    assert.deepStrictEqual([...ran, ...notRan].toSorted(), all.toSorted())
  })

  it("are run but for seventeen", () => {
    assert.lengthOf(notRan, 17)
    assert.lengthOf(ran, codeBlocks.length - 17)
  })

  it("are named by the tests that run them", () => {
    const missing = Object.entries(run).flatMap(([test, files]) => {
      const source = fs.readFileSync(path.join(root, test), "utf8")
      const rows = Object.values(files).flat()
      return rows.filter(([heading]) => !source.includes(`"${heading}"`)).map(([heading]) => `${test}: ${heading}`)
    })
    assert.deepStrictEqual(missing, [])
  })
})
