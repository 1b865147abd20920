import { changeSummary } from "../jobs/changes/change-summary.ts"
import { detailsHtml, escapedHtml } from "../jobs/changes/details-html.ts"
import { changeLines, cut, headline, type Notice, type NoticePage, oneLine, pageTitle } from "./Notice.ts"

/** The content of a mail. */
export interface MailText {
  /** On one line. */
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail about the changes of a run, as plain text and as HTML without styles, scripts or anything that is loaded. */
export const mailText = (notice: Notice): MailText => {
  const { left, link, name, pages, run } = notice
  const head = `${oneLine(name)}: ${headline(notice)} (run ${run})`
  const rest = left === 0 ? "" : `and ${left} more`
  const paragraph = (html: string) => html === "" ? "" : `<p>${html}</p>`
  return {
    subject: cut(head, 200),
    text: [head, ...pages.map(pageText), ...(rest === "" ? [] : [rest]), ...(link === undefined ? [] : [link])]
      .join("\n\n"),
    html: [
      `<!doctype html><html><head><meta charset="utf-8"></head><body><h1>${escapedHtml(head)}</h1>`,
      ...pages.map(pageHtml),
      paragraph(rest),
      link === undefined ? "" : paragraph(`<a href="${escapedHtml(link)}">Open in the console</a>`),
      "</body></html>"
    ].join("\n")
  }
}

const pageText = (page: NoticePage): string => {
  const { change = "changed", diff, url } = page
  const diffLines = diff === undefined || change !== "changed" ? [] : [printable(diff.trimEnd())]
  return [`${change}: ${pageTitle(page)}`, url, ...changeLines(page, 50), ...diffLines].join("\n")
}

/** Without control characters but tabs and line breaks. */
const printable = (text: string): string => text.toWellFormed().replace(/[^\P{Cc}\t\n]/gu, "")

const pageHtml = (page: NoticePage): string => {
  const { change = "changed", url } = page
  const details = change === "changed" ? detailsHtml(page) : ""
  const summary = details === "" && change === "changed" ? `<p>${escapedHtml(changeSummary(page))}</p>` : ""
  return `<h2>${escapedHtml(change)}: <a href="${escapedHtml(url)}">${
    escapedHtml(pageTitle(page))
  }</a></h2>${summary}${details}`
}
