import { SearchPayload } from "../../../contract/api/Search.ts"
import type { SearchAnswer } from "../../../contract/client/index.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { bounds, capacityOf, partOf, restOf } from "../shared/answer-parts.ts"
import { passages, passageTokens } from "../shared/passages.ts"
import { told, type Tool, tool } from "../shared/Tool.ts"

export const searchWeb: Tool = tool(
  {
    name: "search_web",
    description:
      "Search the web. With pages, an object of options of scrape ({} for the defaults), also fetch the results and return their passages for the query. Needs the operator's search engine.",
    isReadOnly: true,
    fields: { ...SearchPayload.fields, ...bounds },
    briefs: { query: undefined, limit: "Default 10.", time_range: undefined, domains: undefined, pages: undefined },
    answer: { results: "array?", content: "string?", cursor: "string?" }
  },
  async ({ cursor, max_tokens, ...request }, call) => {
    if (cursor !== undefined) {
      const { cursor: next, part, words } = await partOf(
        "search_web",
        restOf("search_web", cursor, call),
        max_tokens,
        call
      )
      return told(words, compact({ content: part, cursor: next }))
    }
    const budget = request.pages === undefined ? {} : { max_tokens: passageTokens(capacityOf(max_tokens)) }
    const found = await call.client.search({ ...request, ...budget }, call)
    const { cursor: next, part, words } = await partOf("search_web", { whole: shown(found), from: 0 }, max_tokens, call)
    // As text where the results do not fit.
    return told(words, next === undefined ? { ...found } : { content: part, cursor: next })
  }
)

const shown = ({ notes, results }: SearchAnswer): string => {
  const list = results.map((result, index) => [`${index + 1}. ${result.title}`, ...linesOf(result)].join("\n"))
  return [...(list.length === 0 ? ["(No results.)"] : list), ...notes].join("\n\n")
}

const linesOf = ({ chunks, problem, snippet, url }: SearchAnswer["results"][number]): ReadonlyArray<string> => [
  `URL: ${url}`,
  ...(snippet === "" ? [] : [snippet]),
  ...(problem === undefined ? [] : [`The page could not be read: ${problem.detail}`]),
  ...(chunks === undefined || chunks.length === 0 ? [] : ["", passages({ chunks })])
]
