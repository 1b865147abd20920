import { changeSummary } from "../jobs/changes/change-summary.ts"
import { cut, diffExcerpt, headline, type Notice, type NoticePage, pageTitle, recordLines } from "./Notice.ts"

/** The body for a webhook of Discord: an embed for each page. Nobody is mentioned, whatever a page says. */
export const discordBody = (notice: Notice): object => {
  const { left, link, name, pages, run } = notice
  const rest = left + Math.max(0, pages.length - maxPages)
  const shown = pages.slice(0, maxPages)
  const room = Math.floor(maxTotal / Math.max(1, shown.length))
  return {
    content: cut(
      [
        `**${escaped(name)}**: ${headline(notice)} (run ${run})`,
        ...(rest === 0 ? [] : [`and ${rest} more`]),
        ...(link === undefined ? [] : [`<${link}>`])
      ].join("\n"),
      2000
    ),
    allowed_mentions: { parse: [] },
    embeds: shown.map((page) => embedOf(page, room))
  }
}

const maxPages = 10
/** Characters of the embeds of a message, of at most 6,000. */
const maxTotal = 5500

const colours = { new: 0x2E7D32, changed: 0x1565C0, removed: 0xC62828, same: 0x757575 } as const

const embedOf = (page: NoticePage, room: number) => {
  const { change = "changed", diff, records = [], url } = page
  const title = cut(`${change}: ${escaped(pageTitle(page, 120))}`, 150)
  const lines = records.length > 0
    ? recordLines(records, 5).map((line) => `• ${escaped(line)}`)
    : change === "changed"
    ? [escaped(changeSummary(page))]
    : []
  const said = cut(lines.join("\n"), Math.max(1, Math.floor((room - title.length) / 2)))
  const left = room - title.length - said.length - 20
  const code = diff === undefined || change !== "changed" || left < minDiff
    ? ""
    : `\n\`\`\`diff\n${cut(diffExcerpt(diff, left - 30).replaceAll("```", "'''"), left)}\n\`\`\``
  // Discord refuses a message with a longer address.
  return { title, ...(url.length > 2048 ? {} : { url }), description: `${said}${code}`.trim(), color: colours[change] }
}

const minDiff = 80

const escaped = (text: string): string => text.replace(/[\\*_~`|>[\]()#-]/g, "\\$&")
