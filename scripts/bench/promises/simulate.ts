import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { memoryEngine, postgresEngine, sqliteEngine } from "../../../test/crawling/simulation/engines.ts"
import { simulate } from "../../../test/crawling/simulation/simulate.ts"
import { noPostgres, startPostgres } from "../../../test/support/stores/postgres.ts"
import { numbersFrom } from "../support/report.ts"

/**
 * Lives of a service in virtual time: whether every promise is kept. `npm run bench -- simulate [seed, 1] [days, 30]
 * [seeds from this one on, 1] [engines, memory,SQLite,Postgres]`, in memory, in a SQLite file with restarts, and for a
 * sixth of the days in Postgres. The same seed gives the same life, but in Postgres. Ends with status 1 after a finding.
 */
const [first = 1, days = 30, count = 1] = numbersFrom(1, 30, 1)
const only = process.argv[5]?.split(",")
// Its commits are many, and nothing pulls the plug.
const place = fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir()
const isWanted = (engine: string): boolean => only?.includes(engine) ?? true
const server = noPostgres === undefined && isWanted("Postgres") ? await startPostgres() : undefined
let found = 0
for (let seed = first; seed < first + count; seed++) {
  const folder = fs.mkdtempSync(path.join(place, "gleaner-simulate-"))
  const engines = {
    memory: simulate(seed, days, memoryEngine),
    SQLite: simulate(seed, days, sqliteEngine(path.join(folder, "gleaner.db"))),
    ...(server === undefined ? {} : { Postgres: simulate(seed, days / 6, postgresEngine(server)) })
  }
  for (const [engine, life] of Object.entries(engines).filter(([name]) => isWanted(name))) {
    const { findings, trace } = await Effect.runPromise(
      Effect.provide(life, [TestClock.layer(), Logger.layer([])]).pipe(
        Effect.mapError((cause) => new Error(`seed ${seed}, ${engine}`, { cause }))
      )
    )
    found += findings.length
    if (count === 1) console.log(`seed ${seed}, ${engine}: ${trace}`)
    for (const { day, fault, step } of findings) {
      console.log(`seed ${seed}, ${engine}, day ${day.toFixed(1)}, after "${step}": ${fault}`)
    }
  }
  fs.rmSync(folder, { recursive: true })
}
await server?.remove()
const missed = server === undefined && isWanted("Postgres") ? ", without Postgres" : ""
console.log(`${count} seeds of ${days} days${missed}: ${found} findings`)
if (found > 0) process.exitCode = 1
