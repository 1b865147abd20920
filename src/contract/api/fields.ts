import { Result, Schema } from "effect"
import { maxUrlLength, parseRequestUrl } from "../../core/domain/WebUrl.ts"

/** A URL as a caller writes it: http or https, or a bare host, without credentials. */
export const RequestUrl = Schema.String.annotate({
  description: "An http or https URL. A bare host gets https:// before it.",
  examples: ["https://example.com/tides"]
}).check(
  Schema.isMaxLength(maxUrlLength),
  Schema.makeFilter((input: string) =>
    Result.match(parseRequestUrl(input), { onFailure: (fault) => fault, onSuccess: () => undefined })
  )
)

/** A name for people. Command lines print it, and the console makes a link of it. */
export const NameText = Schema.String.check(
  Schema.isMinLength(1),
  Schema.isMaxLength(200),
  Schema.isPattern(/\S/, { message: "must not be blank" }),
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]*$/u, { message: "must not have control characters or lone surrogates" })
)

/** A switch in a query string. `isOn` reads it. */
export const Flag = Schema.Literals(["true", "false", "1", "0"]).annotate({ message: "must be true or false" })

export const queryFlag = (description: string) => Schema.optionalKey(Flag.annotate({ description }))

export const isOn = (flag: unknown): boolean => flag === "true" || flag === "1"
