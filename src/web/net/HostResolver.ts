import * as NodeDns from "@effect/platform-node/NodeDns"
import { Cache, Context, Duration, Effect, Exit, Layer, Option, Schema } from "effect"
import { NetAddress } from "effect/net"
import { Settings } from "../../core/settings/Settings.ts"
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

/**
 * Fails for a URL whose address or port may not be dialled. A name that does not resolve passes: it may do so later,
 * and the dialer checks it again. A name that the proxy resolves passes too.
 */
export const addressCheck = Effect.gen(function*() {
  const policy = yield* AddressPolicy
  const resolver = yield* HostResolver
  const { proxy } = yield* Settings
  const isResolvedByProxy = Option.exists(proxy, ({ resolvesNames }) => resolvesNames)

  return Effect.fnUntraced(function*(url: URL): Effect.fn.Return<void, BlockedAddress> {
    const host = url.hostname
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80))
    const address = literalAddress(host)
    if (!policy.isAllowedPort(port)) return yield* new BlockedAddress({ host, port })
    if (address !== undefined && !policy.isAllowed(address)) return yield* new BlockedAddress({ host })
    if (address !== undefined || isResolvedByProxy) return
    yield* Effect.catchTag(resolver.resolve(host), "UnresolvedHost", () => Effect.void)
  })
})

/** Some hundred bytes each. A name that was dropped is looked up again. */
const maxNames = 10_000
const answerLife = Duration.seconds(60)
const failureLife = Duration.seconds(5)

const dialAddress = (ip: NetAddress.IpAddress): DialAddress => ({
  address: NetAddress.formatIp(ip),
  family: NetAddress.isIpv4Address(ip) ? 4 : 6
})
