import { Duration, Effect, Layer, Schema } from "effect"
import { JobId } from "../../../core/domain/job/Job.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import type { EventCursors } from "../../webhooks/event-cursors.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { newClaim } from "../shared/nodes/tokens.ts"
import { Database } from "./Database.ts"
import { fromNow, texts } from "./statement.ts"

/**
 * Webhooks that all nodes share. A lease is a time by the database's clock: the webhooks of a dead node become due
 * again by themselves.
 */
export const postgresWebhooks = Layer.effect(
  WebhookStore,
  Effect.gen(function*() {
    const db = yield* Database
    const { webhookLease } = yield* Settings
    const lease = Duration.toSeconds(webhookLease)

    /** Returns also the rows that an earlier statement took with this claim. */
    const take = (claim: number, limit: number, butOf: ReadonlyArray<string>) =>
      db.rows(Taken)`WITH mine AS MATERIALIZED (
          SELECT id FROM gleaner.webhooks WHERE claim = ${claim}
        ), due AS MATERIALIZED (
          SELECT id FROM gleaner.webhooks
          WHERE due_at <= (SELECT clock_timestamp()) AND owner <> ALL(${texts(butOf)})
          ORDER BY due_at LIMIT greatest(0, ${limit} - (SELECT count(*) FROM mine)) FOR UPDATE SKIP LOCKED
        )
        UPDATE gleaner.webhooks SET due_at = ${fromNow(lease)}, claim = ${claim}
        WHERE id IN (SELECT id FROM mine UNION ALL SELECT id FROM due)
        RETURNING id, owner, lanes AS cursors, claim::float8 AS claim`

    const save = (id: string, claim: number, cursors: string) =>
      db.rows(Id)`UPDATE gleaner.webhooks SET lanes = ${cursors}, due_at = ${fromNow(lease)}
        WHERE id = ${id} AND claim = ${claim} RETURNING id`

    /**
     * A returned webhook is not written until a node takes it again. Its claim becomes negative, by which the same
     * statement recognizes that it has run before.
     */
    const giveBack = (id: string, claim: number, cursors: string, wait: Duration.Duration) =>
      db.rows(Id)`UPDATE gleaner.webhooks
        SET lanes = ${cursors}, due_at = ${fromNow(Duration.toSeconds(wait))}, claim = ${-claim}
        WHERE id = ${id} AND (claim = ${claim} OR claim = ${-claim} AND lanes = ${cursors}) RETURNING id`

    return WebhookStore.of({
      open: (id, owner, cursors) =>
        db.run`INSERT INTO gleaner.webhooks (id, owner, lanes) VALUES (${id}, ${owner}, ${JSON.stringify(cursors)})
          ON CONFLICT (id) DO NOTHING`,
      take: (limit, butOf = []) =>
        Effect.map(
          Effect.suspend(() => take(newClaim(), limit, butOf)),
          (rows) => rows.map((row) => ({ ...row, cursors: JSON.parse(row.cursors) as EventCursors }))
        ), // written by us
      save: ({ claim, id }, cursors, wait) => {
        const json = JSON.stringify(cursors)
        const saved = wait === undefined ? save(id, claim, json) : giveBack(id, claim, json, wait)
        return Effect.map(saved, (rows) => rows.length > 0)
      },
      close: ({ claim, id }) => db.run`DELETE FROM gleaner.webhooks WHERE id = ${id} AND claim = ${claim}`
    })
  })
)

const Id = Schema.Struct({ id: Schema.String })
const Taken = Schema.Struct({ id: JobId, owner: Schema.String, cursors: Schema.String, claim: Schema.Finite })
