import { Schema } from "effect"
import type { Wrapper, WrapperCheck } from "../../contract/client/index.ts"
import { jobIdPattern } from "../../core/domain/schema/job-id-pattern.ts"
import { compact } from "../../core/kernel/compact.ts"
import { text, type Tool, tool } from "./Tool.ts"

const id = Schema.String.check(Schema.isPattern(jobIdPattern, { message: "must be the id of a wrapper" })).annotate({
  description: "Id of the wrapper, from wrappers."
})
const jobId = Schema.optionalKey(Schema.String.annotate({ description: "A job with pages of the same layout." }))
const urls = Schema.optionalKey(
  Schema.Array(Schema.String).annotate({ description: "Further pages of the layout, to try the rules on." })
)

export const wrappers: Tool = tool(
  {
    name: "wrappers",
    description: "List the wrappers: rules that read data of a schema from the pages of one site.",
    isReadOnly: true,
    fields: {
      cursor: Schema.optionalKey(
        Schema.String.annotate({ description: "Cursor of the previous response, to continue its list." })
      )
    }
  },
  async ({ cursor }, { client, signal }) => {
    const { next_cursor, wrappers } = await client.wrappers.list(compact({ after: cursor, signal }))
    const lines = wrappers.map(lineOf)
    const rest = next_cursor === null ? [] : [`Call again with cursor "${next_cursor}" for the rest.`]
    return [text(lines.length === 0 ? "This key has no wrappers." : [...lines, ...rest].join("\n"))]
  }
)

export const wrapperLearn: Tool = tool(
  {
    name: "wrapper_learn",
    description:
      "Learn rules that read data of a schema from the pages of one layout, from 1 to 10 pages with their right data. Then scrape and crawl with the same schema use them.",
    isReadOnly: false,
    fields: {
      name: Schema.String.annotate({ description: "Name of the wrapper." }),
      schema: Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "JSON Schema of the data." }),
      examples: Schema.optionalKey(
        Schema.Array(Schema.Struct({ url: Schema.String, data: Schema.Unknown })).annotate({
          description:
            "Pages with their right data: values as the page shows them, absent ones left out. Default: the model of the service, if it has one, reads up to 3 of the other pages."
        })
      ),
      urls,
      job_id: jobId
    }
  },
  async (request, { client, signal }) => [text(await begun(client.wrappers.create(request, { signal })))]
)

export const wrapperRelearn: Tool = tool(
  {
    name: "wrapper_relearn",
    description: "Learn the rules of a wrapper anew after a change of the site, from data that its pages had before.",
    isReadOnly: false,
    fields: { id, job_id: jobId }
  },
  async ({ id, ...request }, { client, signal }) => [
    text(await begun(client.wrappers.relearn(id, request, { signal })))
  ]
)

export const wrapperCheck: Tool = tool(
  {
    name: "wrapper_check",
    description: "Try the rules of a wrapper on up to 20 pages now: on how many each value is found.",
    isReadOnly: true,
    fields: { id, urls, job_id: jobId }
  },
  async ({ id, ...pages }, { client, signal }) => [text(checkOf(await client.wrappers.check(id, pages, { signal })))]
)

const begun = async (learning: Promise<Wrapper>): Promise<string> =>
  `${lineOf(await learning)}\nCall wrappers until its status is not learning.`

const lineOf = ({ drift, fields, host, id, name, problem, status }: Wrapper): string => {
  const notes = [
    ...(drift === null ? [] : [`its rules no longer fit ${drift.fields.map(({ pointer }) => pointer).join(", ")}`]),
    ...(problem === null ? [] : [problem])
  ]
  return `${name} (${id}): ${[host, status, ...fields.map(fillOf), ...notes].join(", ")}`
}

const checkOf = ({ fields, pages, problem }: WrapperCheck): string =>
  [`${pages.checked} pages checked`, ...fields.map(fillOf), ...(problem === null ? [] : [problem])].join("\n")

const fillOf = ({ fill, pointer }: Wrapper["fields"][number]): string =>
  `${pointer} on ${Math.round(fill * 100)}% of the pages`
