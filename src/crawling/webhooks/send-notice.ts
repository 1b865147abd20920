import { Clock, Effect } from "effect"
import type { Job } from "../../core/domain/job/Job.ts"
import { kindOf, type Receiver } from "../../core/domain/options/Notify.ts"
import { withScheme } from "../../core/domain/WebUrl.ts"
import { discordBody } from "../notify/discord.ts"
import { mailText } from "../notify/mail-message.ts"
import type { Mailer } from "../notify/Mailer.ts"
import type { Notice } from "../notify/Notice.ts"
import { slackBody } from "../notify/slack.ts"
import { teamsBody } from "../notify/teams.ts"
import { type EventCursor, noticeName } from "./event-cursors.ts"
import { afterAttempt, type Outcome, postOutcome, type Sending } from "./send.ts"
import type { WebhookClient } from "./WebhookClient.ts"

/** Sends the message about a run to one receiver, once. Returns the cursor of the next attempt. */
export const sendNotice = Effect.fn("Webhooks.sendNotice")(function*(
  { client, mailer, waits }: Sending,
  job: Job,
  place: number,
  receiver: Receiver,
  notice: Notice,
  cursor: EventCursor
): Effect.fn.Return<EventCursor | undefined> {
  const kind = kindOf(receiver)
  const outcome = kind === "mail"
    ? yield* mailOutcome(mailer, job, place, receiver.mail ?? [], notice)
    : yield* hookOutcome(client, receiver[kind] ?? "", bodies[kind](notice))
  // The address is a secret of the receiver.
  const about = { "job.id": job.id, "notify.receiver": kind }
  const after = yield* afterAttempt({ waits, cursor, about }, outcome)
  return after === "gone" || outcome === "delivered" ? undefined : after
})

const bodies = { slack: slackBody, discord: discordBody, teams: teamsBody } as const

const hookOutcome = Effect.fnUntraced(function*(client: WebhookClient["Service"], address: string, body: object) {
  const now = yield* Clock.currentTimeMillis
  return yield* postOutcome(client.post(new URL(withScheme(address)), {}, JSON.stringify(body), now))
})

const mailOutcome = (
  mailer: Mailer["Service"],
  { finished_at, id }: Job,
  place: number,
  to: ReadonlyArray<string>,
  notice: Notice
): Effect.Effect<Outcome> =>
  Effect.match(
    mailer.send({ ...mailText(notice), to, id: `${id}.${noticeName(place)}`, at: (finished_at ?? 0) * 1000 }),
    {
      onFailure: ({ isFinal, why }): Outcome => ({ why, isFinal }),
      onSuccess: (): Outcome => "delivered"
    }
  )
