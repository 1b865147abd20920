import { changeLines, cut, diffExcerpt, headline, type Notice, type NoticePage, pageTitle } from "./Notice.ts"

/** The body for a webhook of Teams' Workflows: an Adaptive Card. */
export const teamsBody = (notice: Notice): object => {
  const { left, link, name, pages, run } = notice
  const items: Array<object> = []
  let size = 0
  let count = 0
  for (const page of pages.slice(0, maxPages)) {
    const blocks = pageBlocks(page)
    size += Buffer.byteLength(JSON.stringify(blocks))
    if (size > maxBytes) break
    items.push(...blocks)
    count++
  }
  const rest = left + pages.length - count
  return {
    type: "message",
    attachments: [{
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        msteams: { width: "Full" },
        body: [
          block(`${escaped(name)}: ${headline(notice)} (run ${run})`, { weight: "Bolder", size: "Medium" }),
          ...items,
          ...(rest === 0 ? [] : [block(`and ${rest} more`, { isSubtle: true })])
        ],
        ...(link === undefined ? {} : { actions: [action("Open in the console", link)] })
      }
    }]
  }
}

const maxPages = 20
/** A message of Teams has at most 28 kB. */
const maxBytes = 22_000
const maxDiff = 1000

const block = (text: string, more: object = {}) => ({ type: "TextBlock", text, wrap: true, ...more })
const action = (title: string, url: string) => ({ type: "Action.OpenUrl", title, url })

const pageBlocks = (page: NoticePage): ReadonlyArray<object> => {
  const { change = "changed", diff, url } = page
  const target = url.replaceAll("(", "%28").replaceAll(")", "%29")
  return [
    block(`[${escaped(pageTitle(page, 150))}](${target}) (${change})`, { spacing: "Medium", separator: true }),
    ...changeLines(page, 5).map((line) => block(escaped(line), { spacing: "None" })),
    // Two line breaks are one in a card.
    ...(diff === undefined || change !== "changed"
      ? []
      : [block(escaped(diffExcerpt(diff, maxDiff)).replaceAll("\n", "\n\n"), { fontType: "Monospace", size: "Small" })])
  ]
}

/** A card reads some markdown: links, emphasis and lists. */
const escaped = (text: string): string =>
  cut(text, 4000).replace(/[\\*_~`[\]]/g, "\\$&").replace(/^(\s*)([-+#>])/gm, "$1\\$2")
