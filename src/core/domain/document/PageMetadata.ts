import { Schema } from "effect"
import { DayOrEmpty } from "../schema/json-schema-form.ts"

const Feed = Schema.Struct({ url: Schema.String, title: Schema.String, type: Schema.String })

const Icon = Schema.Struct({ url: Schema.String, rel: Schema.String, sizes: Schema.String, type: Schema.String })

export const PageMetadata = Schema.Struct({
  json_ld: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)).annotate({
    description: "The JSON-LD blocks of the page."
  }),
  open_graph: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
    description: "Open Graph properties without their prefix, each with all values."
  }),
  twitter: Schema.Record(Schema.String, Schema.String).annotate({
    description: "Twitter card properties without their prefix."
  }),
  canonical_url: Schema.String.annotate({ description: "Canonical URL declared by the page, or empty." }),
  feeds: Schema.Array(Feed).annotate({ description: "Feeds declared by the page." }),
  icons: Schema.Array(Icon).annotate({ description: "Icons declared by the page." }),
  modified_date: DayOrEmpty.annotate({ description: "Date of the last change as YYYY-MM-DD, or empty." }),
  microdata: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)).annotate({
    description: "The microdata items of the page."
  })
}).annotate({ identifier: "Metadata" })
export interface PageMetadata extends Schema.Schema.Type<typeof PageMetadata> {}
