import { Effect, FileSystem } from "effect"
import * as path from "node:path"
import { yamlText } from "../../../contract/client/files/markdown-file.ts"
import type { Document } from "../../../core/domain/document/Document.ts"
import { FreePaths } from "../output/FreePaths.ts"
import { cannotWrite } from "../output/output.ts"
import { shortHash } from "../output/short-hash.ts"
import { writeInside } from "../output/write-inside.ts"
import type { FoundFile } from "./files-in.ts"

/**
 * A folder of markdown with one file for each saved page, under the path that the page has in its own folder. Creates
 * the folder.
 */
export const savedMarkdown = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.mapError(fs.makeDirectory(folder, { recursive: true }), cannotWrite(folder))
  return Effect.fnUntraced(function*(name: string, source: string, page: Document) {
    const file = path.join(folder, ...name.split("/"))
    const text = savedMarkdownText(source, page)
    const earlier = yield* Effect.orElseSucceed(fs.readFileString(file), () => "")
    // Do not write an unchanged page, so that version control shows no change.
    if (earlier !== text) yield* writeInside(folder, name, text)
  })
})

/** The name of the markdown of each file. None is the path of a file that is read. */
export const markdownNames = (folder: string, files: ReadonlyArray<FoundFile>): ReadonlyArray<string> => {
  const paths = new FreePaths()
  for (const { path: source } of files) {
    const inside = path.relative(folder, source)
    if (!inside.startsWith("..") && !path.isAbsolute(inside)) {
      paths.claim([inside.split(path.sep).join("/")], source)
    }
  }
  return files.map(({ name, path: source }) =>
    paths.claim([`${withoutEnding(name)}.md`, `${fitting(name)}.md`], source)
  )
}

/** Without the ending of a format, and of gzip. */
const withoutEnding = (name: string): string => fitting(name.replace(/(?<=[^/])(?:\.[a-z\d]{1,8})?(?:\.gz)?$/i, ""))

/** File systems allow 255 bytes. The hash and the ending come on top. */
const fitting = (name: string): string => {
  const at = name.lastIndexOf("/") + 1
  const last = name.slice(at)
  if (Buffer.byteLength(last) <= maxNameLength) return name
  return `${name.slice(0, at)}${[...last].slice(0, maxKeptCharacters).join("")}-${shortHash(last)}`
}
/** Bytes. */
const maxNameLength = 240
/** At most 4 bytes each. */
const maxKeptCharacters = 50

/** The front matter has the file in place of an address, and the address if it is known. */
const savedMarkdownText = (source: string, { markdown, published_date, title, url }: Document): string => {
  const address = url === "" ? "" : `url: ${yamlText(url)}\n`
  const date = published_date === "" ? "" : `date: ${published_date}\n`
  return `---\ntitle: ${yamlText(title)}\nfile: ${yamlText(source)}\n${address}${date}---\n\n${markdown}\n`
}
