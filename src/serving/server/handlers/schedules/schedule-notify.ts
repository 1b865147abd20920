import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import type { AddressBlocked, FieldError } from "../../../../contract/api/Problems.ts"
import { type ChangedPart, kindOf, type Notify, type Receiver } from "../../../../core/domain/options/Notify.ts"
import { compact } from "../../../../core/kernel/compact.ts"
import type { MailServerSetting } from "../../../../core/settings/mail-server.ts"
import type { WebhookClient } from "../../../../crawling/webhooks/WebhookClient.ts"
import { requestOrigin } from "../../http/request-origin.ts"
import { receiverCheck } from "../jobs/job-checks.ts"

/** The means by which the service sends messages. */
export interface Mailing {
  readonly mailServer: Option.Option<MailServerSetting>
  /** Address of the service, as the caller knows it. */
  readonly origin: string
}

interface NotifyFields {
  readonly notify?: ReadonlyArray<Receiver> | null | undefined
  readonly on?: ReadonlyArray<ChangedPart> | undefined
  readonly threshold?: number | undefined
}

/** The faults of the messages that a schedule would send. */
export const notifyFaults = (
  { notify, on, threshold }: NotifyFields,
  { mailServer }: Mailing
): ReadonlyArray<FieldError> => {
  if (notify === undefined || notify === null) {
    return Object.entries({ on, threshold }).flatMap(([name, value]) =>
      value === undefined ? [] : [{ pointer: `/${name}`, detail: "says what notify reports; give notify too" }]
    )
  }
  return notify.flatMap((receiver, place) =>
    receiver.mail !== undefined && Option.isNone(mailServer)
      ? [{
        pointer: `/notify/${place}/mail`,
        detail: "needs a mail server; the operator of the service sets GLEANER_SMTP"
      }]
      : []
  )
}

/** The messages of a plan: what is given, else what was there before. */
export const notifyOf = (
  { notify, on, threshold }: NotifyFields,
  before: Notify | undefined,
  { origin }: Mailing
): Notify | undefined => {
  const to = notify === undefined ? before?.to : notify
  return to === undefined || to === null
    ? undefined
    : compact({ to, on: on ?? before?.on, threshold: threshold ?? before?.threshold, origin })
}

/** Refuses receivers whose address is not public. */
export const receiversCheck = (webhooks: WebhookClient["Service"]) => {
  const check = receiverCheck(webhooks)
  return ({ notify, webhook }: Receivers): Effect.Effect<void, AddressBlocked> =>
    Effect.forEach([webhook?.url, ...(notify ?? []).map(hookOf)], check, { discard: true })
}

interface Receivers {
  readonly notify?: ReadonlyArray<Receiver> | null
  readonly webhook?: { readonly url: string } | null
}

const hookOf = (receiver: Receiver): string | undefined => {
  const kind = kindOf(receiver)
  return kind === "mail" ? undefined : receiver[kind]
}

/** The address that the caller has asked, for links to the console. */
export const callerOrigin = Effect.map(HttpServerRequest.HttpServerRequest, requestOrigin)
