import type { PageDetails } from "./changed-pages.ts"

/** Changes of a page as HTML for mail and feeds, without styles or scripts: a table of records, and the diff. */
export const detailsHtml = ({ diff, records = [] }: Pick<PageDetails, "diff" | "records">): string =>
  `${records.length === 0 ? "" : recordsHtml(records)}${diff === undefined ? "" : diffHtml(diff)}`

const recordsHtml = (records: NonNullable<PageDetails["records"]>): string => {
  const rows = records.map(({ after, before, field, name }) =>
    `<tr><td>${escapedHtml(name)}</td><td>${escapedHtml(field)}</td><td><del>${cell(before)}</del></td><td><ins>${
      cell(after)
    }</ins></td></tr>`
  )
  return `<table><tr><th>Name</th><th>Field</th><th>Before</th><th>After</th></tr>${rows.join("")}</table>`
}

const cell = (value: string | number | boolean | null): string => value === null ? "" : escapedHtml(String(value))

const diffHtml = (diff: string): string => {
  const lines = diff.trimEnd().split("\n").filter((line) => !/^(?:---|\+\+\+) /.test(line))
  const html = lines.map((line) => {
    const text = escapedHtml(line)
    return line.startsWith("+") ? `<ins>${text}</ins>` : line.startsWith("-") ? `<del>${text}</del>` : text
  })
  return `<pre>${html.join("\n")}</pre>`
}

/** Characters that XML 1.0 does not allow are left out. */
export const escapedHtml = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")
