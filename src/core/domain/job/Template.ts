import { Schema } from "effect"

const pages = Schema.Int.annotate({ description: "Number of these pages." })

const FieldCount = Schema.Struct({
  name: Schema.String.annotate({ description: "Name of the field." }),
  pages: Schema.Int.annotate({ description: "Number of pages where it is filled." })
}).annotate({ identifier: "FieldCount" })

/** Pages of one host with the same layout. */
export const Template = Schema.Struct({
  template: Schema.String.annotate({ description: "Identifier, the same in another crawl that finds the same pages." }),
  host: Schema.String.annotate({ description: "Host of the pages." }),
  pages,
  share: Schema.Finite.annotate({ description: "Their share of the stored pages of the host, 0 to 1." }),
  url_pattern: Schema.String.annotate({ description: "URL pattern that matches all of them, as in include." }),
  examples: Schema.Array(Schema.String).annotate({ description: "URLs of the first of them, at most 5." }),
  fields: Schema.Array(FieldCount).annotate({
    description: "Fields of their Documents that are filled, the most frequent first."
  }),
  records: Schema.Array(Schema.Struct({
    type: Schema.String.annotate({ description: "Type of the records; empty for repeated blocks without one." }),
    pages: Schema.Int.annotate({ description: "Number of pages with records of the type." }),
    fields: Schema.Array(FieldCount).annotate({
      description: "All fields that such a record has on any page, the most frequent first."
    })
  })).annotate({ description: "Types of the records of the pages, the most frequent first." })
}).annotate({ identifier: "Template" })
export interface Template extends Schema.Schema.Type<typeof Template> {}
