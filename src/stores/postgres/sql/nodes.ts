export const newNode = "SELECT nextval('gleaner.node_numbers')::int AS node"

/** $1 node, $2 version */
export const beat = `
INSERT INTO gleaner.nodes (node, beat_at, version) VALUES ($1::int, clock_timestamp(), $2)
ON CONFLICT (node) DO UPDATE SET beat_at = excluded.beat_at`

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
