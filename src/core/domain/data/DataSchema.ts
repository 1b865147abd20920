import { Result, Schema } from "effect"
import { maxLeaves, maxLevels, readShape } from "./read-shape.ts"

/** Bytes of the schema as JSON. */
const maxBytes = 32 * 1024

/** JSON Schema of the data that a caller wants of a page. */
export const DataSchema = Schema.Record(Schema.String, Schema.Unknown).check(
  Schema.makeFilter((schema: Readonly<Record<string, unknown>>) =>
    Result.match(readShape(schema), {
      onFailure: (faults) => faults.map(({ detail, path }) => ({ path, issue: detail })),
      // A schema without faults has a limited depth.
      onSuccess: () =>
        new TextEncoder().encode(JSON.stringify(schema)).byteLength > maxBytes
          ? `is larger than ${maxBytes} bytes as JSON`
          : undefined
    })
  )
).annotate({
  identifier: "DataSchema",
  description:
    `JSON Schema (2020-12) of an object, or of an array of objects. Keywords: type (object, array, string, number, integer, boolean, also with "null" in a list), properties, required, items, enum, const, format (date, date-time, uri, email), title, description, $defs, and $ref to an entry of $defs. At most ${maxLeaves} values, ${maxLevels} levels and ${maxBytes} bytes.`,
  examples: [{
    type: "object",
    properties: { name: { type: "string" }, price: { type: "number" }, currency: { type: "string" } },
    required: ["name"]
  }]
})
