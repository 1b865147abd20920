import { SearchPayload } from "../../contract/api/Search.ts"
import type { SearchAnswer } from "../../contract/client/index.ts"
import { bounds, capacityOf, partOf, restOf } from "./answer-parts.ts"
import { passages, passageTokens } from "./passages.ts"
import { text, type Tool, tool } from "./Tool.ts"

export const searchWeb: Tool = tool(
  {
    name: "search_web",
    description:
      "Search the web, and return results with title, URL and snippet. With pages ({} for the defaults), also fetch the pages of the results and return their passages that match the query. Needs a search engine that the operator has set.",
    isReadOnly: true,
    fields: { ...SearchPayload.fields, ...bounds }
  },
  async ({ cursor, max_tokens, ...request }, call) => {
    if (cursor !== undefined) return [text(await restOf("search_web", cursor, max_tokens, call))]
    const budget = request.pages === undefined ? {} : { max_tokens: passageTokens(capacityOf(max_tokens)) }
    const found = await call.client.search({ ...request, ...budget }, call)
    return [text(await partOf("search_web", shown(found), 0, max_tokens, call))]
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
