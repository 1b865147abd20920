export const newNode = "SELECT nextval('gleaner.node_numbers')::int AS node"

/** Gives the time of the beat, in seconds. $1 node, $2 version, $3 settings */
export const beat = `
INSERT INTO gleaner.nodes (node, beat_at, version, settings) VALUES ($1::int, clock_timestamp(), $2, $3)
ON CONFLICT (node) DO UPDATE SET beat_at = excluded.beat_at RETURNING extract(epoch FROM beat_at)::float8 AS at`

/** The settings of the other nodes that are alive: $1 node, $2 seconds of silence */
export const settingsOfOthers = `
SELECT node, settings FROM gleaner.nodes
WHERE node <> $1::int AND settings IS NOT NULL AND beat_at > clock_timestamp() - make_interval(secs => $2::float8) ORDER BY node`

/** $1 seconds of silence */
export const alive = `
SELECT count(*)::int AS alive FROM gleaner.nodes WHERE beat_at > clock_timestamp() - make_interval(secs => $1::float8)`

/** $1 seconds of silence, $2 node */
export const isAlive = `
SELECT count(*)::int AS alive FROM gleaner.nodes
WHERE beat_at > clock_timestamp() - make_interval(secs => $1::float8) AND node = $2::int`

/** Takes the dead out, each by one node only. $1 seconds of silence */
export const bury = `
DELETE FROM gleaner.nodes WHERE node IN (
  SELECT node FROM gleaner.nodes WHERE beat_at < clock_timestamp() - make_interval(secs => $1::float8) FOR UPDATE SKIP LOCKED
) RETURNING node`

export const leave = "DELETE FROM gleaner.nodes WHERE node = $1::int"
