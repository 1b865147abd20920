import { Result, Schema } from "effect"
import { longestUrl, parseRequestUrl } from "../domain/WebUrl.ts"

/** A URL as a caller gives it: http or https, or a bare host, without credentials. */
export const RequestUrl = Schema.String.check(
  Schema.isMaxLength(longestUrl),
  Schema.makeFilter((input: string) =>
    Result.match(parseRequestUrl(input), { onFailure: (fault) => fault, onSuccess: () => undefined })
  )
).annotate({
  description: "http or https; a bare host gets https:// prepended.",
  examples: ["https://example.com/page"]
})

/** A field that may be left out. The default is written once, where its value lives. */
export const withDefault = <A, I>(schema: Schema.Codec<A, I>, value: A, description: string) =>
  Schema.optionalKey(schema.annotate({ description, default: value }))
