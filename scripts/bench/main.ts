import * as fs from "node:fs"
import * as path from "node:path"

/** `npm run bench -- NAME [arguments]`: the benchmark scripts beside this file. */
const [name, ...rest] = process.argv.slice(2)
const known = fs.readdirSync(import.meta.dirname).filter((file) => file.endsWith(".ts") && file !== "main.ts").map((
  file
) => path.basename(file, ".ts"))

if (name === undefined || !known.includes(name)) {
  console.error(`usage: npm run bench -- NAME; the names are ${known.join(", ")}`)
  process.exitCode = 2
} else {
  process.argv.splice(2, process.argv.length, ...rest)
  await import(path.join(import.meta.dirname, `${name}.ts`))
}
