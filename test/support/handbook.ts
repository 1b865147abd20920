import * as fs from "node:fs"
import * as path from "node:path"
import { docsPages } from "../../src/serving/server/docs-pages.ts"

const root = path.join(import.meta.dirname, "../..")

/** README.md and the pages of src/docs, by their path in the repository. */
export const handbook: ReadonlyMap<string, string> = new Map(
  ["README.md", ...["index", ...docsPages.map(({ name }) => name)].map((name) => `src/docs/${name}.md`)]
    .map((file) => [file, fs.readFileSync(path.join(root, file), "utf8")])
)

/** All of it as one text. */
export const handbookText = [...handbook.values()].join("\n")

/** A block of code, and where it stands. */
export interface CodeBlock {
  readonly file: string
  /** The heading above it. */
  readonly heading: string
  readonly language: string
  readonly text: string
}

const blocksOf = (file: string, markdown: string): ReadonlyArray<CodeBlock> => {
  const blocks: Array<CodeBlock> = []
  let heading = ""
  for (const [, title, language = "", text = ""] of markdown.matchAll(/^#+ (.*)$|^```(\w*)\n([^]*?)^```$/gm)) {
    if (title !== undefined) heading = title
    else blocks.push({ file, heading, language, text })
  }
  return blocks
}

/** Every block of code, in the order of the pages. */
export const codeBlocks: ReadonlyArray<CodeBlock> = [...handbook].flatMap(([file, markdown]) =>
  blocksOf(file, markdown)
)

/** The blocks under a heading that one page alone has. */
export const blocksUnder = (heading: string, language: string): ReadonlyArray<string> =>
  codeBlocks.filter((block) => block.heading === heading && block.language === language).map(({ text }) => text)
