import { Schema } from "effect"
import { contentUses } from "../names/page-uses.ts"
import { Signals } from "./Signals.ts"

export const ContentUse = Schema.Literals(contentUses).annotate({
  identifier: "ContentUse",
  message: `must be one of ${contentUses.join(", ")}`,
  description: "immediate: read, and keep nothing. reference: index, excerpt and link. full: summarize and reproduce."
})
export type ContentUse = typeof ContentUse.Type

const License = Schema.Struct({
  url: Schema.String.annotate({ description: "Absolute URL of the license." }),
  from: Schema.String.annotate({ description: "Source that names it." })
}).annotate({ identifier: "License" })

const Mining = Schema.Struct({
  reserved: Schema.Boolean.annotate({ description: "Whether text and data mining is reserved." }),
  policy: Schema.optionalKey(Schema.String.annotate({ description: "URL of the policy for it." }))
}).annotate({ identifier: "Mining" })

/** The price that a site asks for a page. Only what the site says is present. */
export const Price = Schema.Struct({
  amount: Schema.optionalKey(
    Schema.String.annotate({
      description: "Decimal number as the site wrote it. For x402 and payment in the smallest unit of the currency."
    })
  ),
  currency: Schema.optionalKey(
    Schema.String.annotate({
      description: "Code of ISO 4217, or the address of a token for x402 and payment."
    })
  ),
  scheme: Schema.String.annotate({
    description:
      "crawler-price (header field of Cloudflare), x402, payment or rsl (challenges of WWW-Authenticate), or the name of another challenge in lower case."
  })
}).annotate({ identifier: "Price" })
export interface Price extends Schema.Schema.Type<typeof Price> {}

const RightsSource = Schema.Struct({
  from: Schema.String.annotate({
    description:
      "robots.txt, rsl, tdmrep.json, the name of a header field, or meta or link with the name of the element."
  }),
  text: Schema.String.annotate({ description: "The statement, at most 500 characters." })
}).annotate({ identifier: "RightsSource" })

const stated = {
  uses: Schema.optionalKey(Signals.annotate({ description: "Uses that are allowed or refused." })),
  content_use: Schema.optionalKey(ContentUse),
  directives: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Directives to robots, such as noindex." })
  ),
  licenses: Schema.optionalKey(Schema.Array(License).annotate({ description: "Licenses of the page." })),
  tdm: Schema.optionalKey(Mining.annotate({ description: "Text and data mining (TDM Reservation Protocol)." })),
  price: Schema.optionalKey(Price.annotate({ description: "The price that the site asks." }))
}

/** Statements of a site about the use of a page. Only what was said is present; the most restrictive source wins. */
export const Rights = Schema.Struct({
  ...stated,
  sources: Schema.Array(RightsSource).annotate({ description: "The statements, in the order in which they were met." })
}).annotate({ identifier: "Rights" })
export interface Rights extends Schema.Schema.Type<typeof Rights> {}

/** The rights of a page that was refused because of them, without the texts of the statements. */
export const RefusingRights = Schema.Struct({
  ...stated,
  sources: Schema.Array(Schema.Struct({ from: RightsSource.fields.from })).annotate({
    description: "The sources of the statements."
  })
}).annotate({ identifier: "RefusingRights" })
export interface RefusingRights extends Schema.Schema.Type<typeof RefusingRights> {}

export const withoutTexts = ({ sources, ...stated }: Rights): RefusingRights => ({
  ...stated,
  sources: [...new Set(sources.map(({ from }) => from))].map((from) => ({ from }))
})
