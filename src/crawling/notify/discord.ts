import { changeLines, cut, diffExcerpt, headline, type Notice, type NoticePage, pageTitle } from "./Notice.ts"

/** The body for a webhook of Discord: an embed for each page. Nobody is mentioned, whatever a page says. */
export const discordBody = (notice: Notice): object => {
  const { left, link, name, pages, run } = notice
  const rest = left + Math.max(0, pages.length - maxPages)
  const shown = pages.slice(0, maxPages)
  const capacity = Math.floor(maxTotal / Math.max(1, shown.length))
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
    embeds: shown.map((page) => embedOf(page, capacity))
  }
}

const maxPages = 10
/** Characters of the embeds of a message, of at most 6,000. */
const maxTotal = 5500

const colors = { new: 0x2E7D32, changed: 0x1565C0, removed: 0xC62828, same: 0x757575 } as const

/** `capacity`: characters of the embed. */
const embedOf = (page: NoticePage, capacity: number) => {
  const { change = "changed", diff, url } = page
  const title = cut(`${change}: ${escaped(pageTitle(page, 120))}`, 150)
  const lines = changeLines(page, 5).map((line) => `• ${escaped(line)}`)
  const text = cut(lines.join("\n"), Math.max(1, Math.floor((capacity - title.length) / 2)))
  const left = capacity - title.length - text.length - 20
  const code = diff === undefined || change !== "changed" || left < minDiff
    ? ""
    : `\n\`\`\`diff\n${cut(diffExcerpt(diff, left - 30).replaceAll("```", "'''"), left)}\n\`\`\``
  // Discord refuses a message with a longer address.
  return { title, ...(url.length > 2048 ? {} : { url }), description: `${text}${code}`.trim(), color: colors[change] }
}

const minDiff = 80

const escaped = (text: string): string => text.replace(/[\\*_~`|>[\]()#-]/g, "\\$&")
