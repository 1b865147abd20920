import { Effect, Fiber, Result, type Scope, Semaphore } from "effect"
import { Dns, type NetAddress } from "effect/net"

type LookUp = (host: string) => Effect.Effect<ReadonlyArray<NetAddress.IpAddress>, Dns.DnsError>

/**
 * Looks names up as the system does, with its hosts file. A look-up occupies a thread until it ends and cannot be
 * cancelled, so a few names whose servers never answer would block all others. When many threads are taken, a name goes
 * to its name servers, which takes none; only a name that these do not know waits for a thread.
 */
export const boundedLookUps: Effect.Effect<LookUp, never, Dns.Dns | Scope.Scope> = Effect.gen(function*() {
  const dns = yield* Dns.Dns
  const scope = yield* Effect.scope
  const threads = yield* Semaphore.make(maxThreads)
  let taken = 0

  /** The caller may leave. The thread is free when the look-up has ended. */
  const bySystem: LookUp = (host) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        yield* restore(threads.take(1))
        taken++
        const freed = Effect.suspend(() => {
          taken--
          return threads.release(1)
        })
        const lookUp = Effect.ensuring(Effect.interruptible(dns.lookup(host)), freed)
        return yield* restore(Fiber.join(yield* Effect.forkIn(lookUp, scope)))
      })
    )

  const byNameServers: LookUp = Effect.fnUntraced(function*(host) {
    const ask = (type: "A" | "AAAA"): ReturnType<LookUp> =>
      Effect.map(dns.resolve(host, type), (records) => records.map(({ address }) => address))
    const answers = yield* Effect.all([Effect.result(ask("A")), Effect.result(ask("AAAA"))], { concurrency: 2 })
    const addresses = answers.flatMap((answer) => Result.isSuccess(answer) ? answer.success : [])
    if (addresses.length > 0) return addresses
    const silent = answers.flatMap((answer) => Result.isFailure(answer) ? answer.failure : [])
      .find(({ isTemporary }) => isTemporary)
    return silent === undefined ? yield* bySystem(host) : yield* silent
  })

  return (host) => Effect.suspend(() => taken < maxThreads ? bySystem(host) : byNameServers(host))
})

/** Half of Node's threads for look-ups. The others are for the connections of the service itself. */
const maxThreads = 8
