import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Result } from "effect"
import { Dns, NetAddress } from "effect/net"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { AddressPolicy } from "../../../src/web/net/AddressPolicy.ts"
import { HostResolver } from "../../../src/web/net/HostResolver.ts"

const v4 = Result.getOrThrow(NetAddress.ipv4FromString("93.184.216.34"))
const v6 = Result.getOrThrow(NetAddress.ipv6FromString("2606:2800:220:1::1"))

/**
 * Names whose servers are silent: a look-up by the system ends when the test says so, and a query is never answered or
 * times out. Other names have an address, and `hosts.test` has it from the hosts file alone.
 */
const names = () => {
  const slow = Deferred.makeUnsafe<void>()
  let looking = 0
  const fault = (host: string, method: "lookup" | "resolve", reason: Dns.DnsErrorReason) =>
    Effect.fail(new Dns.DnsError({ reason, method, hostname: host }))
  const dns = Dns.make({
    lookup: (host) =>
      Effect.suspend(() => {
        if (!host.startsWith("silent")) return Effect.succeed([v4])
        looking++
        return Effect.flatMap(Deferred.await(slow), () => fault(host, "lookup", "Temporary"))
      }),
    resolve: (host, type) => {
      if (host.startsWith("silent")) return Effect.never
      if (host.startsWith("refused")) return fault(host, "resolve", "ServerFailure")
      if (host === "hosts.test") return fault(host, "resolve", "NotFound")
      return Effect.succeed(
        [type === "A" ? Dns.makeRecordUnsafe("A", { address: v4 }) : Dns.makeRecordUnsafe("AAAA", { address: v6 })]
      )
    }
  })
  const layer = HostResolver.layerNoDeps.pipe(
    Layer.provide(AddressPolicy.layer),
    Layer.provide(Settings.layerWith()),
    Layer.provide(Layer.succeed(Dns.Dns, dns))
  )
  return { layer, looking: () => looking, end: Deferred.done(slow, Exit.void) }
}

/** A round of the event loop, in which fibers do all that they can. */
const begun = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

describe("the resolver", () => {
  it.effect("finds other names while hundreds are looked up whose servers are silent", () => {
    const { end, layer, looking } = names()
    return Effect.gen(function*() {
      const { resolve } = yield* HostResolver
      const silent = yield* Effect.forEach(
        Array.from({ length: 200 }, (_, n) => `silent${n}.test`),
        (name) => Effect.forkChild(resolve(name), { startImmediately: true })
      )
      yield* begun
      // Whoever asked has left. The system goes on all the same.
      yield* Fiber.interruptAll(silent)
      assert.strictEqual(looking(), 8)
      assert.deepStrictEqual(yield* resolve("good.test"), [
        { address: "93.184.216.34", family: 4 },
        { address: "2606:2800:220:1::1", family: 6 }
      ])
      assert.isTrue(Result.isFailure(yield* Effect.result(resolve("refused.test"))))
      assert.strictEqual(looking(), 8)
      // A name that only the system knows waits for it.
      const hosts = yield* Effect.forkChild(resolve("hosts.test"), { startImmediately: true })
      yield* begun
      assert.isUndefined(hosts.pollUnsafe())
      yield* end
      assert.deepStrictEqual(yield* Fiber.join(hosts), [{ address: "93.184.216.34", family: 4 }])
    }).pipe(Effect.provide(layer))
  })
})
