import { Result } from "effect"
import type { Shape } from "../../../core/domain/data/data-shape.ts"
import { readShape } from "../../../core/domain/data/read-shape.ts"
import type { PageOptions } from "../../../core/domain/options/PageOptions.ts"

export type JsonSchema = NonNullable<PageOptions["schema"]>

/**
 * The shape of a schema. Undefined if the schema is not supported. The last one is kept: the pages of a job have the
 * same schema, each a copy.
 */
export const shapeOf = (schema: JsonSchema): Shape | undefined => {
  const json = JSON.stringify(schema)
  if (last?.json !== json) last = { json, shape: Result.getOrUndefined(readShape(schema)) }
  return last.shape
}

let last: { readonly json: string; readonly shape: Shape | undefined } | undefined
