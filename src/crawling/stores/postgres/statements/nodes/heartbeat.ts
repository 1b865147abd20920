import { Schema } from "effect"
import { ago, type Db } from "../../statement.ts"

export const Node = Schema.Struct({ node: Schema.Finite })

export const registerNode = (db: Db) => db.one(Node)`SELECT nextval('gleaner.node_numbers')::int AS node`

const Sent = Schema.Struct({ at: Schema.Finite })

/** Gives the time of the heartbeat, in seconds. */
export const sendHeartbeat = (db: Db, node: number, version: string, settings: string) =>
  db.one(Sent)`INSERT INTO gleaner.nodes (node, beat_at, version, settings)
      VALUES (${node}, clock_timestamp(), ${version}, ${settings})
      ON CONFLICT (node) DO UPDATE SET beat_at = excluded.beat_at RETURNING extract(epoch FROM beat_at)::float8 AS at`

const NodeSettings = Schema.Struct({ node: Schema.Finite, settings: Schema.String })

export const settingsOfOthers = (db: Db, silence: number, node: number) =>
  db.rows(NodeSettings)`SELECT node, settings FROM gleaner.nodes WHERE node <> ${node} AND settings IS NOT NULL
        AND beat_at > ${ago(silence)} ORDER BY node`

const Alive = Schema.Struct({ alive: Schema.Finite })

/** Nodes that had a heartbeat in the last `silence` seconds: all, or with a number only this one. */
export const countAlive = (db: Db, silence: number, node?: number) =>
  db.one(Alive)`SELECT count(*)::int AS alive FROM gleaner.nodes
      WHERE (${node ?? null}::int IS NULL OR node = ${node ?? null})
        AND beat_at > ${ago(silence)}`
