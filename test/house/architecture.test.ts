import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * The storeys and their rooms, in the order of the pipeline: a storey imports only from storeys above it, a room only
 * from rooms before it in its storey. `extract` and `page` are storeys of one room.
 */
const storeys = [
  ["core", "kernel", "domain", "settings", "observability"],
  ["contract", "api", "client"],
  ["web", "net", "rights", "robots", "politeness", "visits", "fetch", "render"],
  ["extract"],
  ["page"],
  [
    "crawling",
    "archive",
    "jobs",
    "profiles",
    "search",
    "notify",
    "webhooks",
    "wrappers",
    "crawl",
    "schedules",
    "stores"
  ],
  ["serving", "server", "mcp", "firecrawl"],
  ["Gleaner.ts"],
  ["index.ts"],
  ["testing"],
  ["apps", "console", "cli"],
  ["main.ts"]
] as const

/** Folders of a room in their order: one imports only from those before it. Others do not import from each other. */
const orders: Readonly<Record<string, string>> = {
  "core/kernel": "fair < slices",
  "core/domain": "names < schema < document < errors < data < options < csv < job < wrapper < profile < schedule",
  "web/render": "browser < page < actions",
  extract:
    "rules < dom < media < metadata < links < records < select < markdown < content < chunks < parsers < shell < "
    + "fingerprint < explain < works < stages < workers",
  "extract/parsers/office": "measure < sheets < repair",
  "extract/content": "visible < blocks < scoring < decide",
  "extract/select/wrapper": "induce < model",
  "extract/metadata": "declared < dates < authors",
  "extract/markdown": "code < tree",
  "crawling/crawl": "model < revisit < plan < settle < frontier < visit < supervise",
  "crawling/stores": "shared < documents < memory < sqlite < postgres < files",
  "crawling/stores/shared": "terms < one-process",
  "crawling/stores/sqlite": "backup < thread",
  "crawling/stores/postgres": "statements < frontier < jobs",
  "crawling/stores/postgres/statements": "domain-leases < jobs < frontier < nodes",
  "serving/server": "http < problems < limits < auth < feeds < archives < handlers",
  "serving/server/handlers": "profiles < wrappers < jobs < schedules",
  "serving/mcp": "shared < tools",
  "apps/console": "styles < ui < safe < options < scrape < discover < batch < crawl < changes < job < jobs < "
    + "service < schedules < wrappers < shell",
  "apps/cli": "output < help < job-files < extract < site < warc < mirror < links < run-job < commands",
  "apps/cli/commands": "service < jobs < schedules < profiles < wrappers"
}

const rooms = storeys.flatMap(([storey, ...rooms]) =>
  rooms.length === 0 ? [storey] : rooms.map((room) => `${storey}/${room}`)
)

const src = path.join(import.meta.dirname, "../../src")

const roomOf = (file: string): string => {
  const [storey = "", room = ""] = path.relative(src, file).split(path.sep)
  return rooms.includes(storey) ? storey : `${storey}/${room}`
}

const sources = fs.readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => path.join(src, name))

const relativeImports = (file: string): ReadonlyArray<string> =>
  [...fs.readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"|new URL\("(\.[^"]+\.ts)"/g)]
    .map((match) => path.resolve(path.dirname(file), match[1] ?? match[2] ?? ""))

const violations = (allowed: (from: string, to: string) => boolean): ReadonlyArray<string> =>
  sources.flatMap((file) =>
    relativeImports(file)
      .filter((target) => !allowed(roomOf(file), roomOf(target)))
      .map((target) => `${path.relative(src, file)} imports ${path.relative(src, target)}`)
  )

describe("the layout of src", () => {
  it("has no file outside the rooms", () => {
    assert.deepStrictEqual(sources.map(roomOf).filter((room) => !rooms.includes(room)), [])
    assert.isAbove(sources.length, 10)
  })

  it("imports only from rooms above", () => {
    assert.deepStrictEqual(violations((from, to) => rooms.indexOf(to) <= rooms.indexOf(from)), [])
  })

  it("keeps the folders of a room in their order", () => {
    const between = sources.flatMap((file) =>
      relativeImports(file).flatMap((target) => {
        const [from, to] = [file, target].map((name) => path.relative(src, path.dirname(name)).split(path.sep))
        if (from === undefined || to === undefined) return []
        const depth = from.findIndex((part, at) => part !== to[at])
        const [one, other] = [from[depth], to[depth]]
        const parent = from.slice(0, depth).join("/")
        return depth < 1 || one === undefined || other === undefined || storeys.some(([name]) =>
            name === parent
            && name !== "extract"
          )
          ? []
          : [{ parent, one, other, file, target }]
      })
    )
    const wrong = between.filter(({ one, other, parent }) => {
      const order = orders[parent]?.split(" < ") ?? []
      return !order.includes(other) || order.indexOf(one) <= order.indexOf(other)
    })
    assert.isAbove(between.length, 500)
    assert.deepStrictEqual(
      wrong.map(({ file, target }) => `${path.relative(src, file)} imports ${path.relative(src, target)}`),
      []
    )
  })

  it("has no circle of files that import each other", () => {
    const finished = new Set<string>()
    const circleFrom = (file: string, way: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
      if (finished.has(file)) return undefined
      const circle = !sources.includes(file)
        ? undefined
        : relativeImports(file).map((target) => circleFrom(target, [...way, file])).find((found) => found !== undefined)
      finished.add(file)
      return circle
    }
    const circles = sources.map((file) => circleFrom(file, [])).filter((circle) => circle !== undefined)
    assert.deepStrictEqual(circles.map((circle) => circle.map((file) => path.relative(src, file))), [])
  })

  it("keeps the contract free of everything but the domain", () => {
    assert.deepStrictEqual(
      violations((from, to) => from !== "contract/api" || ["contract/api", "core/domain", "core/kernel"].includes(to)),
      []
    )
  })

  it("keeps the console to the client, as any other program, and to what knows no page", () => {
    assert.deepStrictEqual(
      violations((from, to) =>
        from !== "apps/console" || ["apps/console", "contract/client", "core/kernel"].includes(to)
      ),
      []
    )
    assert.deepStrictEqual(violations((from, to) => to !== "apps/console" || from === "apps/console"), [])
  })

  it("keeps files at 300 lines", () => {
    const long = sources.filter((file) => fs.readFileSync(file, "utf8").trimEnd().split("\n").length > 300)
    assert.deepStrictEqual(long.map((file) => path.relative(src, file)), [])
  })

  it("names layers that are constants in lower case", () => {
    const layer = /^(?:export )?const ([A-Z]\w*) = (?:Layer|HttpApiBuilder|HttpRouter)\b/gm
    const named = sources.flatMap((file) =>
      [...fs.readFileSync(file, "utf8").matchAll(layer)].map(([, name]) => `${path.relative(src, file)}: ${name}`)
    )
    assert.deepStrictEqual(named, [])
  })

  it("keeps folders at 20 entries, so that each can be read at a glance", () => {
    const folders = fs.readdirSync(src, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory()).map((entry) => path.join(entry.parentPath, entry.name))
    const large = folders.filter((folder) => fs.readdirSync(folder).length > 20)
    assert.deepStrictEqual(large.map((folder) => path.relative(src, folder)), [])
    assert.isAbove(folders.length, 40)
  })

  it("touches undici only in net/", () => {
    const users = sources.filter((file) => /from "undici"/.test(fs.readFileSync(file, "utf8")))
      .map((file) => path.relative(src, file))
    assert.deepStrictEqual(users.filter((file) => !file.startsWith("web/net/")), [])
  })

  it("has all page errors in one catalogue", () => {
    const makers = sources.filter((file) => /new PageError\(/.test(fs.readFileSync(file, "utf8")))
      .map((file) => path.relative(src, file))
    assert.deepStrictEqual(makers, ["core/domain/errors/page-errors.ts"])
  })

  it("loads the engine of a store only where a setting asks for it", () => {
    const importsOf = (file: string) =>
      [...fs.readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^"]*"([^"]+)"/gm)].map((
        [, target = ""]
      ) => target.startsWith(".") ? path.relative(src, path.resolve(path.dirname(file), target)) : target)
    for (
      const [room, engine] of [["crawling/stores/postgres", "@effect/sql-pg"], [
        "crawling/stores/sqlite",
        "node:sqlite"
      ]] as const
    ) {
      const loading = sources.filter((file) =>
        importsOf(file).some((target) => target === engine || target.startsWith(`${room}/`))
      ).map((file) => path.dirname(path.relative(src, file)))
      assert.deepStrictEqual([...new Set(loading)].filter((folder) => !folder.startsWith(room)), [])
      assert.include(loading, room)
    }
  })
})
