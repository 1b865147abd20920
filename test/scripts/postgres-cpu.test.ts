import { assert, it } from "@effect/vitest"
import { postgresCpuSeconds } from "../../scripts/bench/support/processes/postgres-cpu.ts"
import { noPostgres, sharedPostgres } from "../support/stores/postgres.ts"

it.skipIf(noPostgres !== undefined)(
  "the CPU time of a Postgres is that of its port, and of no port that begins it",
  async () => {
    const postgres = await sharedPostgres()
    const url = new URL(postgres.database())
    assert.isAbove(postgresCpuSeconds(url.href), 0)
    url.port = url.port.slice(0, 3)
    assert.strictEqual(postgresCpuSeconds(url.href), 0)
  }
)
