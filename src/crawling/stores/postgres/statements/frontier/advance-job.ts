import type { Batch } from "../../../shared/settlement/Batch.ts"
import type { Db } from "../../statement.ts"

export const advanceJob = (db: Db, { changes: { bytes, change }, job }: Batch) =>
  db.run`UPDATE gleaner.jobs SET revision = revision + 1, spent = ${job.spent}, admitted = ${job.admitted},
      settled = ${job.settled}, cursors = ${job.cursors}, known = ${job.known}, listed = ${job.listed},
      characters = ${job.characters},
      base = ${job.base}, was_full = ${job.wasFull}, is_cut = ${job.isCut}, seed_error = ${job.seedError},
      documents = ${job.documents}, errors = ${job.errors}, indexed = ${job.indexed},
      indexed_terms = ${job.indexedTerms}, bytes = bytes + ${bytes},
      crawled = crawled + ${change.crawled}, stored = stored + ${change.stored}, failed = failed + ${change.failed},
      skipped = skipped + ${change.skipped}, duplicates = duplicates + ${change.duplicates},
      head = coalesce(least(
        (SELECT seq FROM gleaner.frontier WHERE job = ${job.job} AND seq >= ${job.head} ORDER BY seq LIMIT 1),
        (SELECT min(seq) FROM gleaner.leases WHERE job = ${job.job}),
        (SELECT min(seq) FROM gleaner.visits WHERE job = ${job.job})), ${job.admitted})
    WHERE job = ${job.job}`
