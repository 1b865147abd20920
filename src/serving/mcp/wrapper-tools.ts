import { Schema } from "effect"
import type { Wrapper } from "../../contract/client/index.ts"
import { compact } from "../../core/kernel/compact.ts"
import { text, type Tool, tool } from "./Tool.ts"

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

const lineOf = ({ fields, host, id, name, problem, status }: Wrapper): string => {
  const values = fields.map(({ fill, pointer }) => `${pointer} on ${Math.round(fill * 100)}% of the pages`)
  return `${name} (${id}): ${host}, ${status}, ${[...values, ...(problem === null ? [] : [problem])].join(", ")}`
}
