import * as NodeDns from "@effect/platform-node/NodeDns"
import { Cache, Context, Duration, Effect, Exit, Layer, Schema } from "effect"
import { NetAddress } from "effect/net"
import { AddressPolicy, BlockedAddress, literalAddress } from "./AddressPolicy.ts"
import { boundedLookUps } from "./bounded-look-ups.ts"

/** The name has no address, or the resolver did not answer. */
export class UnresolvedHost extends Schema.TaggedError<UnresolvedHost>()("UnresolvedHost", { host: Schema.String }) {
  override get message(): string {
    return `the name ${this.host} has no address`
  }
}

export interface DialAddress {
  readonly address: string
  readonly family: 4 | 6
}

/**
 * Resolves a name to addresses that may be dialled. All addresses of an answer are checked: one private
 * address among public ones refuses the name.
 */
export class HostResolver extends Context.Service<HostResolver, {
  resolve(hostname: string): Effect.Effect<ReadonlyArray<DialAddress>, BlockedAddress | UnresolvedHost>
}>()("gleaner/web/net/HostResolver") {
  static readonly layerNoDeps = Layer.effect(
    HostResolver,
    Effect.gen(function*() {
      const policy = yield* AddressPolicy
      const lookUp = yield* boundedLookUps
      // Checked answers are cached for a short time: long enough for redirects and the next page, too short to become
      // stale.
      const answers = yield* Cache.makeWith(
        (host: string) =>
          lookUp(host).pipe(
            Effect.mapError(() => new UnresolvedHost({ host })),
            Effect.flatMap((addresses) =>
              addresses.every(policy.isAllowed)
                ? Effect.succeed(addresses.map(dialAddress))
                : Effect.fail(new BlockedAddress({ host }))
            )
          ),
        {
          capacity: maxNames,
          timeToLive: (exit) => Exit.isSuccess(exit) ? answerLife : failureLife
        }
      )
      return HostResolver.of({
        resolve: (hostname) => {
          const literal = literalAddress(hostname)
          if (literal === undefined) return Cache.get(answers, hostname.toLowerCase().replace(/\.$/, ""))
          return policy.isAllowed(literal)
            ? Effect.succeed([dialAddress(literal)])
            : Effect.fail(new BlockedAddress({ host: hostname }))
        }
      })
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([AddressPolicy.layer, NodeDns.layer]))
}

/** Some hundred bytes each. A name that was dropped is looked up again. */
const maxNames = 10_000
const answerLife = Duration.seconds(60)
const failureLife = Duration.seconds(5)

const dialAddress = (ip: NetAddress.IpAddress): DialAddress => ({
  address: NetAddress.formatIp(ip),
  family: NetAddress.isIpv4Address(ip) ? 4 : 6
})
