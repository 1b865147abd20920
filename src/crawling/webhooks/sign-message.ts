import { Redacted } from "effect"
import { createHmac } from "node:crypto"

/** A message of Standard Webhooks. `body` is signed and sent as it is. */
export interface Message {
  /** The same at each attempt, so that a receiver can detect duplicates. Without a full stop. */
  readonly id: string
  readonly body: string
}

const prefix = "whsec_"

/** A secret in the form that the libraries of Standard Webhooks read. */
export const secretFrom = (key: Buffer): Redacted.Redacted => Redacted.make(prefix + key.toString("base64"))

/** The header fields of one attempt. `now`: milliseconds since the epoch. */
export const signedFields = ({ body, id }: Message, secret: Redacted.Redacted, now: number) => {
  const timestamp = String(Math.floor(now / 1000))
  const key = Buffer.from(Redacted.value(secret).slice(prefix.length), "base64")
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` }
}
