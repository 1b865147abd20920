import { Result, Schema } from "effect"
import { parseRequestUrl } from "../domain/WebUrl.ts"

const maxUrlLength = 8192

/** A URL as a caller gives it: http or https, or a bare host, without credentials. */
export const RequestUrl = Schema.String.check(
  Schema.isMaxLength(maxUrlLength),
  Schema.makeFilter((input: string) =>
    Result.match(parseRequestUrl(input), { onFailure: (fault) => fault, onSuccess: () => undefined })
  )
).annotate({
  description: "http or https; a bare host gets https:// prepended.",
  examples: ["https://example.com/page"]
})
