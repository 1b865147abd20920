import { Schema } from "effect"
import { optionFields } from "../domain/RequestOptions.ts"
import { RequestUrl } from "./fields.ts"

export const CrawlPayload = Schema.Struct({ url: RequestUrl, ...optionFields("crawl") }).annotate({
  identifier: "CrawlRequest"
})

/** draft-ietf-httpapi-idempotency-key-header: the client makes it. Quoted or bare, we compare the text as it was sent. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7E]{1,255}$/, { message: "must be 1 to 255 visible ASCII characters, such as a UUID" })
).annotate({
  description:
    "Makes it safe to repeat the request: the same key with the same body gives the same job, as long as the job is kept."
})
