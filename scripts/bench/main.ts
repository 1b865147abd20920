import * as fs from "node:fs"
import * as path from "node:path"

/** The questions that the benchmarks answer; each folder has a script a benchmark. */
const shelves = {
  speed: "CPU and time of one thing, against other programs where there are some",
  growth: "what grows with the length of an input or of a crawl",
  quality: "how good the extraction is",
  hostile: "sites and callers that do harm",
  promises: "kills, cuts, restarts and long runs: whether every promise holds",
  nodes: "crawls of several nodes, or over many domains"
}

const scripts = new Map(
  Object.keys(shelves).flatMap((shelf) =>
    fs.readdirSync(path.join(import.meta.dirname, shelf)).filter((file) => file.endsWith(".ts")).map((file) =>
      [path.basename(file, ".ts"), path.join(import.meta.dirname, shelf, file)] as const
    )
  )
)

/** `npm run bench -- NAME [arguments]`: the benchmark scripts of all shelves, each by its name. */
const [name = "", ...rest] = process.argv.slice(2)
const script = scripts.get(name)

if (script === undefined) {
  console.error("usage: npm run bench -- NAME; the names are")
  for (const [shelf, about] of Object.entries(shelves)) {
    const names = [...scripts].filter(([, file]) => path.basename(path.dirname(file)) === shelf).map(([name]) => name)
    console.error(`  ${names.join(", ")}: ${about}`)
  }
  process.exitCode = 2
} else {
  process.argv.splice(2, process.argv.length, ...rest)
  await import(script)
}
