import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { startScheduleNodes } from "../../../scripts/bench/support/processes/due-schedules.ts"
import { builtCommand } from "../../support/processes/built-command.ts"
import { noPostgres, sharedPostgres } from "../../support/stores/postgres.ts"

/** Schedules that are due at the same time. `npm run bench -- schedules` has more of them. */
const count = 400

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "schedules on three processes", () => {
  let nodes: Awaited<ReturnType<typeof startScheduleNodes>>
  beforeAll(async () => {
    // The jobs themselves matter to no assertion.
    const settings = { GLEANER_WORKERS: "0", GLEANER_MAX_RUNNING_CRAWLS: "1" }
    nodes = await startScheduleNodes(await sharedPostgres(), count, { main: builtCommand, settings })
  })
  afterAll(() => nodes?.stop())

  it(
    "fire once each within a minute, although two of the processes are killed meanwhile",
    { tags: "long" },
    async () => {
      await nodes.create("0 0 1 1 *")
      const due = Date.now()
      nodes.postgres.sql(
        nodes.url,
        `UPDATE gleaner.schedules SET due_at = ${due}, state = jsonb_set(state::jsonb, '{next_at}', '${due}')::text`
      )
      const made = await nodes.fire(2, 90_000, () => {})
      assert.deepInclude(made, { fired: count, twice: 0, recorded: count })
      // All may have fired before the second one.
      assert.isAtLeast(made.kills, 1)
      assert.isBelow(Math.max(...nodes.delaysFrom(due)), 60)
    }
  )
})
