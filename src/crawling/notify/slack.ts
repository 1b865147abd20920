import { changeLines, cut, diffExcerpt, headline, type Notice, type NoticePage, pageTitle } from "./Notice.ts"

/** The body for an incoming webhook of Slack: blocks, and a text for notifications. */
export const slackBody = (notice: Notice): object => {
  const { left, link, name, pages, run } = notice
  const title = `*${escaped(name)}*: ${escaped(headline(notice))} (run ${run})`
  const rest = left + Math.max(0, pages.length - maxPages)
  const foot = [
    ...(rest === 0 ? [] : [`and ${rest} more`]),
    ...(link === undefined ? [] : [`<${linkTarget(link)}|Open in the console>`])
  ]
  return {
    text: cut(`${escaped(name)}: ${headline(notice)}`, 500),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [section(title), ...pages.slice(0, maxPages).map((page) => section(pageText(page))), ...foot.map(section)]
  }
}

/** A message of Slack has at most 50 blocks. */
const maxPages = 20
/** Characters of a section, of at most 3,000. */
const maxSection = 2900
const maxDiff = 1200

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text: cut(text, maxSection) } })

const pageText = (page: NoticePage): string => {
  const { change = "changed", diff, url } = page
  const lines = [
    `<${linkTarget(url)}|${escaped(pageTitle(page, 150)).replaceAll("|", "¦")}> (${change})`,
    ...changeLines(page, 5).map((line) => `• ${escaped(line)}`)
  ]
  // A fence in the text would end the block.
  if (diff !== undefined && change === "changed") {
    lines.push(`\`\`\`${escaped(diffExcerpt(diff, maxDiff).replaceAll("```", "'''"))}\`\`\``)
  }
  return lines.join("\n")
}

/** Slack reads only these three characters, so no text can mention people. */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const linkTarget = (url: string): string => url.replaceAll("|", "%7C").replaceAll(">", "%3E").replaceAll("<", "%3C")
