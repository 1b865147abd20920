import { Schema } from "effect"
import type { Wrapper, WrapperCheck } from "../../../contract/client/index.ts"
import { jobIdPattern } from "../../../core/domain/schema/job-id-pattern.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { bounds } from "../shared/answer-parts.ts"
import { type Answer, told, type Tool, tool } from "../shared/Tool.ts"

const id = Schema.String.check(Schema.isPattern(jobIdPattern, { message: "must be the id of a wrapper" }))
const jobId = Schema.optionalKey(Schema.String.annotate({ description: "A job with such pages." }))
const urls = Schema.optionalKey(Schema.Array(Schema.String))

const wrapperMembers = { id: "string", status: "string" } as const

export const wrappers: Tool = tool(
  {
    name: "wrappers",
    description: "List the wrappers: rules that read data of a schema from pages of one site.",
    isReadOnly: true,
    fields: { cursor: bounds.cursor },
    answer: { wrappers: "array", cursor: "string?" }
  },
  async ({ cursor }, { client, signal }) => {
    const { next_cursor, wrappers } = await client.wrappers.list(compact({ after: cursor, signal }))
    const lines = wrappers.map(lineOf)
    const rest = next_cursor === null ? [] : [`Call again with cursor "${next_cursor}" for the rest.`]
    return told(lines.length === 0 ? "This key has no wrappers." : [...lines, ...rest].join("\n"), {
      wrappers: wrappers.map(factsOf),
      ...(next_cursor === null ? {} : { cursor: next_cursor })
    })
  }
)

export const wrapperLearn: Tool = tool(
  {
    name: "wrapper_learn",
    description:
      "Learn rules that read data of a schema from pages of one layout, from 1 to 10 examples. scrape and crawl with the same schema then use them.",
    isReadOnly: false,
    fields: {
      name: Schema.String,
      schema: Schema.Record(Schema.String, Schema.Unknown),
      examples: Schema.optionalKey(
        Schema.Array(Schema.Struct({ url: Schema.String, data: Schema.Unknown })).annotate({
          description:
            "[{url, data}]: values as the page shows them, absent ones left out. Default: the service's model, if any, reads pages of urls or job_id."
        })
      ),
      urls,
      job_id: jobId
    },
    answer: wrapperMembers
  },
  async (request, { client, signal }) => begun(await client.wrappers.create(request, { signal }))
)

export const wrapperRelearn: Tool = tool(
  {
    name: "wrapper_relearn",
    description: "Learn the rules of a wrapper anew after a change of its site, from data that its pages had before.",
    isReadOnly: false,
    fields: { id, job_id: jobId },
    answer: wrapperMembers
  },
  async ({ id, ...request }, { client, signal }) => begun(await client.wrappers.relearn(id, request, { signal }))
)

export const wrapperCheck: Tool = tool(
  {
    name: "wrapper_check",
    description: "Try the rules of a wrapper on up to 20 pages.",
    isReadOnly: true,
    fields: { id, urls, job_id: jobId },
    answer: { checked: "integer", fields: "array" }
  },
  async ({ id, ...pages }, { client, signal }) => {
    const check = await client.wrappers.check(id, pages, { signal })
    return told(checkOf(check), {
      checked: check.pages.checked,
      fields: fillsOf(check.fields),
      ...(check.problem === null ? {} : { problem: check.problem })
    })
  }
)

const begun = (wrapper: Wrapper): Answer =>
  told(`${lineOf(wrapper)}\nCall wrappers until its status is not learning.`, factsOf(wrapper))

const factsOf = ({ drift, fields, host, id, name, problem, status }: Wrapper) => ({
  id,
  name,
  host,
  status,
  fields: fillsOf(fields),
  ...(drift === null ? {} : { drifted: drift.fields.map(({ pointer }) => pointer) }),
  ...(problem === null ? {} : { problem })
})

const fillsOf = (fields: Wrapper["fields"]) => fields.map(({ fill, pointer }) => ({ pointer, fill }))

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
