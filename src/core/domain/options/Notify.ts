import { Result, Schema } from "effect"
import type { JobPictures } from "../document/Picture.ts"
import { maxEntries } from "../schema/max-entries.ts"
import { maxUrlLength, parseRequestUrl } from "../WebUrl.ts"

/** An address of a mailbox (RFC 5322 section 3.4.1), without quoted parts and comments. Letters of any script (RFC 6531). */
const mailAddress =
  /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,}$/u

export const isMailAddress = (text: string): boolean => text.length <= 254 && mailAddress.test(text)

/** Mailboxes of one receiver. */
const maxMailboxes = 20
const maxReceivers = 10

const MailAddress = Schema.String.check(
  Schema.makeFilter((text: string) =>
    isMailAddress(text) ? undefined : "is not an address such as ann@example.com; give it without a name and brackets"
  )
)

const hook = (service: string, description: string) =>
  Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(maxUrlLength),
      Schema.makeFilter((input: string) =>
        Result.match(parseRequestUrl(input), { onFailure: (fault) => fault, onSuccess: () => undefined })
      )
    ).annotate({ description: `${description} ${service}.` })
  )

export const receiverKinds = ["mail", "slack", "discord", "teams"] as const
export type ReceiverKind = (typeof receiverKinds)[number]

/** A receiver of messages for people. Addresses and URLs may be secrets, so they are never part of a response. */
export const Receiver = Schema.Struct({
  mail: Schema.optionalKey(
    Schema.Array(MailAddress).check(Schema.isNonEmpty(), maxEntries(maxMailboxes)).annotate({
      description: "Addresses that get a mail. Needs a mail server of the operator (GLEANER_SMTP).",
      examples: [["ann@example.com"]]
    })
  ),
  slack: hook("Slack, or of a service with the same form, such as Mattermost", "URL of an incoming webhook of"),
  discord: hook("Discord", "URL of a webhook of"),
  teams: hook("Teams (Workflows: post to a channel when a webhook request is received)", "URL of a webhook of")
}).check(
  Schema.makeFilter((receiver: { readonly [K in ReceiverKind]?: unknown }) =>
    receiverKinds.filter((kind) => receiver[kind] !== undefined).length === 1
      ? undefined
      : `must have one of ${receiverKinds.join(", ")}; give each receiver an entry of its own`
  )
).annotate({ identifier: "Receiver", message: `must be an object with one of ${receiverKinds.join(", ")}` })
export interface Receiver extends Schema.Schema.Type<typeof Receiver> {}

export const kindOf = (receiver: Receiver): ReceiverKind =>
  receiverKinds.find((kind) => receiver[kind] !== undefined) ?? "mail"

export const Receivers = Schema.Array(Receiver).check(Schema.isNonEmpty(), maxEntries(maxReceivers))

const parts = ["text", "records", "picture"] as const

/** Part of a page whose change is reported. */
export const ChangedPart = Schema.Literals(parts).annotate({
  identifier: "ChangedPart",
  message: `must be one of ${parts.join(", ")}`
})
export type ChangedPart = typeof ChangedPart.Type

export const ChangedParts = Schema.Array(ChangedPart).check(Schema.isNonEmpty(), maxEntries(parts.length))

/** The parts without a choice. */
export const defaultParts: ReadonlyArray<ChangedPart> = ["text", "records"]

export const Threshold = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 1 }, { message: "must be a number from 0 to 1" })
)

/** Messages about a run, as its job stores them. */
export const Notify = Schema.Struct({
  to: Receivers,
  on: Schema.optionalKey(ChangedParts),
  threshold: Schema.optionalKey(Threshold),
  /** Address of the service, for links to the console. */
  origin: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Notify" })
export interface Notify extends Schema.Schema.Type<typeof Notify> {}

/**
 * The smallest change of a picture that is a change of its page, as a share of its pixels. Undefined for a job whose
 * pictures are not compared.
 */
export const pictureThreshold = (
  { notify, pictures }: { readonly notify?: Notify; readonly pictures?: JobPictures }
): number | undefined =>
  pictures !== undefined && notify?.on?.includes("picture") === true ? notify.threshold ?? 0 : undefined

/** The fault of a schedule that reports changes of pictures which its job does not take or which cannot be compared. */
export const pictureFault = (on: ReadonlyArray<ChangedPart> | undefined, pictures: JobPictures | undefined) => {
  if (on?.includes("picture") !== true) return undefined
  if (pictures === undefined) return "has picture, but the job takes none; give job.pictures, such as {}"
  if (pictures.format === "pdf") return "has picture, but a PDF is not compared; give job.pictures another format"
  return undefined
}
