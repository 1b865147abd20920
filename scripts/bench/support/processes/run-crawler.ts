import { spawn } from "node:child_process"
import * as path from "node:path"
import type { CrawlFigures } from "../figures.ts"

/**
 * One crawl in a process of its own: the script, a path within `scripts/bench`, gets the seed and the number of pages,
 * and prints its figures. SIGINT ends it early.
 */
export const runCrawler = (
  script: string,
  seed: string,
  pages: number,
  environment: Readonly<Record<string, string>> = {}
): Promise<CrawlFigures> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve(import.meta.dirname, "../..", script), seed, String(pages)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...environment }
    })
    const stop = () => void child.kill("SIGINT")
    process.on("SIGINT", stop)
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.once("close", (code) => {
      process.off("SIGINT", stop)
      const line = output.trim().split("\n").at(-1) ?? ""
      if (code === 0 || code === interrupted) resolve(JSON.parse(line) as CrawlFigures)
      else reject(new Error(`${script} ended with ${code}: ${line}`))
    })
  })

const interrupted = 130
