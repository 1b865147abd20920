import { Effect, FileSystem } from "effect"
import type { Document } from "../../../core/domain/document/Document.ts"
import { fold } from "../../../extract/dom/walk.ts"
import { cannotWrite } from "../output/output.ts"
import { safeDecoded } from "../output/safe-decoded.ts"
import { reportOverwrite } from "../output/verbosity.ts"

export const llmsFields = ["final_url", "title", "description", "site_name"] as const
export const llmsFullFields = [...llmsFields, "markdown"] as const

export type ListedPage = Pick<Document, (typeof llmsFields)[number]>

/** A file for language models (llmstxt.org) with the pages of a crawl, written at its end. */
export const openLlmsTxt = Effect.fnUntraced(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  const pages: Array<ListedPage> = []
  yield* reportOverwrite(file)
  yield* Effect.mapError(fs.writeFileString(file, ""), cannotWrite(file))
  return {
    page: ({ description, final_url, site_name, title }: ListedPage) =>
      Effect.sync(() => void pages.push({ description, final_url, site_name, title })),
    end: Effect.suspend(() => Effect.mapError(fs.writeFileString(file, llmsTxt(pages)), cannotWrite(file)))
  }
})

/** The whole content of the pages in one file, in the order of the crawl. */
export const openLlmsFull = Effect.fnUntraced(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  yield* reportOverwrite(file)
  const open = yield* Effect.mapError(fs.open(file, { flag: "w" }), cannotWrite(file))
  const encoder = new TextEncoder()
  const page = ({ markdown, ...listed }: ListedPage & Pick<Document, "markdown">) =>
    Effect.mapError(
      open.writeAll(encoder.encode(`# ${titleOf(listed)}\n\nSource: ${listed.final_url}\n\n${markdown.trim()}\n\n`)),
      cannotWrite(file)
    )
  return { page, end: Effect.void }
})

/** The pages by the first part of their path, under the title and the description of the first page. */
export const llmsTxt = (pages: ReadonlyArray<ListedPage>): string => {
  const [first, ...others] = pages
  if (first === undefined) return "# Empty site\n"
  const sections = Map.groupBy(others, ({ final_url }) => sectionOf(new URL(final_url).pathname))
  const last = sections.get(optional)
  sections.delete(optional)
  // A section of one page is not shown as one.
  const isSmall = (name: string, { length }: { readonly length: number }) => name === unnamed || length === 1
  const rest = [
    { ...first, description: "" },
    ...[...sections].flatMap(([name, pages]) => isSmall(name, pages) ? pages : [])
  ]
  const large = [...sections].filter(([name, pages]) => !isSmall(name, pages))
  const ordered = [[unnamed, rest] as const, ...large, ...(last === undefined ? [] : [[optional, last] as const])]
  const summary = fold(first.description)
  return [
    `# ${fold(first.site_name) || titleOf(first)}`,
    ...(summary === "" ? [] : [`> ${summary}`]),
    ...ordered.map(([name, pages]) => `## ${name}\n\n${pages.map(lineOf).join("\n")}`)
  ].join("\n\n") + "\n"
}

/** Section of the pages without one. */
const unnamed = "Pages"
/** Section that a reader with little space skips, by the format. */
const optional = "Optional"
const isMinor = /\/(?:privacy|terms|imprint|impressum|legal|cookies?|login|sign-?in|contact)(?:[-/.]|$)/i

const sectionOf = (pathname: string): string => {
  if (isMinor.test(pathname)) return optional
  const [, name = "", ...deeper] = pathname.split("/")
  if (name === "" || deeper.length === 0) return unnamed
  const words = fold(safeDecoded(name).replaceAll(/[-_]+/g, " "))
  return words === "" ? unnamed : words.charAt(0).toUpperCase() + words.slice(1)
}

const lineOf = (page: ListedPage): string => {
  const about = fold(page.description)
  const url = page.final_url.replaceAll("(", "%28").replaceAll(")", "%29")
  return `- [${titleOf(page).replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${url})${about === "" ? "" : `: ${about}`}`
}

/** A page without a title is named by its path. */
const titleOf = ({ final_url, title }: ListedPage): string => {
  const { host, pathname } = new URL(final_url)
  return fold(title) || (pathname === "/" ? host : safeDecoded(pathname))
}
