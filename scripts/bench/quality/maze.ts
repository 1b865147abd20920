import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs, promisify } from "node:util"
import { mazeCases, reasons } from "../support/sites/maze-cases.ts"
import { startMaze } from "../support/sites/maze-site.ts"

/**
 * The URLs of Security Crawl Maze that crawls request, of 91: `npm run bench -- maze [--against CHECKOUT]`. A crawl
 * without a browser, one with it, and a mirror, which fetches what pages show too.
 */
const { values: options } = parseArgs({ options: { against: { type: "string" } } })
const folders = {
  ...options.against === undefined ? {} : { before: path.resolve(options.against) },
  now: path.join(import.meta.dirname, "../../..")
}

const crawls = {
  "crawl without a browser": { args: [], browser: "off" },
  "crawl": { args: [], browser: undefined },
  "crawl --mirror": { args: ["--mirror"], browser: undefined }
}

for (const [name, { args, browser }] of Object.entries(crawls)) {
  for (const [when, folder] of Object.entries(folders)) {
    const site = await startMaze()
    const out = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-maze-"))
    const command = [
      path.join(folder, "src/main.ts"),
      "crawl",
      site.url,
      "--max-pages=400",
      "--sitemaps",
      ...args.flatMap((arg) => [arg, path.join(out, "mirror")]),
      ...(args.length > 0 ? [] : ["--out", path.join(out, "pages.jsonl")])
    ]
    await promisify(execFile)(process.execPath, command, {
      env: {
        ...process.env,
        GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
        GLEANER_DOMAIN_DELAY: "0 millis",
        ...(browser === undefined ? {} : { GLEANER_BROWSER: browser })
      },
      maxBuffer: 1e8
    })
    const found = new Set(site.found())
    await site.close()
    fs.rmSync(out, { recursive: true })
    console.log(`${name}, ${when}: ${found.size} of ${mazeCases.length}`)
    for (const kind of ["link", "script", "asset"] as const) {
      const missing = mazeCases.filter((one) => one.found === kind && !found.has(one)).map(({ path }) => path)
      console.log(`  ${kind}s not requested: ${missing.length === 0 ? "none" : missing.join(" ")}`)
    }
    const others = [...found].filter((one) => one.found in reasons).map(({ path }) => path)
    console.log(`  out of scope, but requested: ${others.length === 0 ? "none" : others.join(" ")}`)
  }
}

for (const [kind, why] of Object.entries(reasons)) {
  console.log(`${kind}: ${mazeCases.filter(({ found }) => found === kind).length}. ${why}`)
}
