import { Effect } from "effect"
import { crawlUnderCuts } from "../../../test/crawling/stores/postgres/crawl-under-cuts.ts"
import { cutBench } from "../../../test/crawling/stores/postgres/cut-operations.ts"
import { operations } from "../../../test/crawling/stores/postgres/operations.ts"
import { cutKinds } from "../../../test/support/stores/postgres-proxy.ts"
import { startPostgres } from "../../../test/support/stores/postgres.ts"
import { numbersFrom, report } from "../support/report.ts"

/**
 * Connections to Postgres that are cut: `npm run bench -- cuts [random cuts in crawls, 300] [cuts of an operation,
 * all]`. Each operation of the store is cut at every message of the wire protocol, in either direction, and crawls of
 * two nodes at random ones. Nothing may be held afterwards, and all rows must be those of an undisturbed run.
 */
const [randomCuts = 300, max = Infinity] = numbersFrom(300, Infinity)
const server = await startPostgres()

const inOperations = Effect.gen(function*() {
  const bench = yield* cutBench(server)
  const sum = { cuts: 0, held: 0, different: 0 }
  for (const operation of operations) {
    for (const cut of cutKinds) {
      const { disturbed, undisturbed } = yield* bench.cutEach(operation, { cut, all: true, max })
      const expected = JSON.stringify(undisturbed)
      sum.cuts += disturbed.length
      sum.held += disturbed.filter(({ held }) => held.length > 0).length
      sum.different += disturbed.filter((result) => JSON.stringify(result) !== expected).length
    }
    process.stderr.write(`${operation.name}: ${sum.cuts} cuts so far, ${sum.different} with another result\n`)
  }
  return sum
}).pipe(Effect.scoped)

const inCrawls = Effect.gen(function*() {
  const whole = yield* crawlUnderCuts(server, 4, undefined)
  const sum = { cuts: 0, held: 0, different: 0, again: 0 }
  for (let seed = 1; sum.cuts < randomCuts; seed++) {
    const { cuts, held, ledger, stats, visits } = yield* crawlUnderCuts(server, 4, seed)
    sum.cuts += cuts
    sum.held += held.length
    sum.again += visits - ledger.length
    if (JSON.stringify([ledger, stats]) !== JSON.stringify([whole.ledger, whole.stats])) sum.different++
    process.stderr.write(`${sum.cuts} cuts in ${seed} crawls, ${sum.different} with another ledger\n`)
  }
  return sum
})

const crawls = await Effect.runPromise(inCrawls)
const single = await Effect.runPromise(inOperations)
await server.remove()
report([{
  "cuts in operations": single.cuts,
  "with another result": single.different,
  "cuts in crawls": crawls.cuts,
  "with another ledger": crawls.different,
  "visited again": crawls.again,
  "frozen domains or lost leases": single.held + crawls.held
}])
if (single.different + crawls.different + single.held + crawls.held > 0) process.exitCode = 1
