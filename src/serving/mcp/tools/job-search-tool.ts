import type { JobPassages } from "../../../contract/client/index.ts"
import { jobSearchFields } from "../../../core/domain/job/JobSearch.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { bounds, capacityOf, partOf, restOf } from "../shared/answer-parts.ts"
import { passages, passageTokens } from "../shared/passages.ts"
import { told, type Tool, tool } from "../shared/Tool.ts"
import { jobId } from "./job-tools.ts"

const { limit, q } = jobSearchFields
const name = "search_job"

export const searchJob: Tool = tool(
  {
    name,
    description: "Passages of the stored pages of a job about a question, best first. Needs a job with search true.",
    isReadOnly: true,
    fields: { id: jobId, query: q, limit, ...bounds },
    briefs: { query: undefined, limit: "Default 10." },
    answer: { passages: "array?", content: "string?", cursor: "string?" }
  },
  async ({ cursor, id, limit, max_tokens, query }, call) => {
    if (cursor !== undefined) {
      const { cursor: next, part, words } = await partOf(name, restOf(name, cursor, call), max_tokens, call)
      return told(words, compact({ content: part, cursor: next }))
    }
    const { passages: found } = await call.client.jobs.search(id, {
      q: query,
      limit,
      max_tokens: passageTokens(capacityOf(max_tokens)),
      signal: call.signal
    })
    const { cursor: next, part, words } = await partOf(name, { whole: shown(found), from: 0 }, max_tokens, call)
    // As text where the passages do not fit.
    return told(words, next === undefined ? { passages: found.map(withoutPlaces) } : { content: part, cursor: next })
  }
)

type Passage = JobPassages["passages"][number]

const withoutPlaces = ({ heading_path, markdown, score, title, tokens, url }: Passage) => ({
  url,
  title,
  heading_path,
  markdown,
  tokens,
  score
})

const shown = (found: ReadonlyArray<Passage>): string =>
  found.length === 0 ? "(No stored page has these words.)" : passages({
    chunks: found.map(({ heading_path, markdown, title, tokens, url }, index) => ({
      index,
      start: 0,
      end: 0,
      heading_path: title === "" || heading_path[0] === title ? heading_path : [title, ...heading_path],
      markdown,
      tokens,
      url
    }))
  })
