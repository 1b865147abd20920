import { DiscoverPayload } from "../../../contract/api/Pages.ts"
import type { DiscoverResult } from "../../../contract/client/index.ts"
import { loadTokenizer } from "../../../extract/chunks/tokenizer.ts"
import { bounds, capacityOf, restNote, restOf } from "../shared/answer-parts.ts"
import { cutText } from "../shared/cut-text.ts"
import { fitting } from "../shared/rows.ts"
import { told, type Tool, tool } from "../shared/Tool.ts"

export const discover: Tool = tool(
  {
    name: "discover",
    description: "List the links of one web page, to find pages to scrape.",
    isReadOnly: true,
    fields: { ...DiscoverPayload.fields, ...bounds },
    answer: { links: "array", url: "string", counts: "object", cursor: "string?" }
  },
  async ({ cursor, max_tokens, ...request }, call) => {
    const { from, whole } = cursor === undefined
      ? { from: 0, whole: JSON.stringify(await call.client.discover(request, call)) }
      : restOf("discover", cursor, call)
    const { counts, final_url: url, links, status } = JSON.parse(whole) as DiscoverResult // as it was cached
    const head = from > 0 ? [] : [
      `URL: ${url}`,
      ...(status === 200 ? [] : [`Status: ${status}`]),
      `Links: ${counts.total} (${counts.internal} internal, ${counts.external} external), ${counts.returned} listed.`,
      ""
    ]
    const count = await loadTokenizer()
    const max = Math.max(1, capacityOf(max_tokens) - count(head.join("\n")))
    const rows = fitting(links.slice(from).map((link) => ({ line: lineOf(link), value: link })), max, count)
    const next = from + rows.length < links.length
      ? call.pagedTexts.put(call.owner, whole, from + rows.length)
      : undefined
    const rest = next === undefined
      ? []
      : ["", restNote("discover", next, `${links.length - from - rows.length} links`)]
    return told(
      [...head, ...rows.map(({ line }) => cutText(line, 0, max, count).part), ...rest].join("\n"),
      { url, counts, links: rows.map(({ value }) => value), ...(next === undefined ? {} : { cursor: next }) }
    )
  }
)

const lineOf = ({ internal, nofollow, text, url }: DiscoverResult["links"][number]): string =>
  `- ${url}${text === "" ? "" : ` "${text}"`}${internal ? "" : " (external)"}${nofollow ? " (nofollow)" : ""}`
