import { Result, Schema } from "effect"
import { longestUrl, parseRequestUrl } from "../domain/WebUrl.ts"

/** A URL as a caller writes it: http or https, or a bare host, without credentials. */
export const RequestUrl = Schema.String.check(
  Schema.isMaxLength(longestUrl),
  Schema.makeFilter((input: string) =>
    Result.match(parseRequestUrl(input), { onFailure: (fault) => fault, onSuccess: () => undefined })
  )
).annotate({
  description: "An http or https URL. A bare host gets https:// before it.",
  examples: ["https://example.com/page"]
})

/** A field with a default. Each default is written once, beside the type it belongs to. */
export const withDefault = <A, I>(schema: Schema.Codec<A, I>, value: A, description: string) =>
  Schema.optionalKey(schema.annotate({ description, default: value }))
