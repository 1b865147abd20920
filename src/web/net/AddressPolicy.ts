import { Context, Effect, Layer, Result, Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { withoutBrackets } from "../../core/domain/url-host.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { badPorts, blockedV4, blockedV6, globalUnicastV6 } from "./special-purpose.ts"

/** The host resolves to an address, or has a port, that may not be dialled. The error never contains the address. */
export class BlockedAddress extends Schema.TaggedError<BlockedAddress>()("BlockedAddress", {
  host: Schema.String,
  /** The port, if it is the reason. */
  port: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return this.port !== undefined
      ? `the port ${this.port} of ${this.host} belongs to another protocol`
      : `${this.host} leads to an address that is not public`
  }
}

/** Which addresses may be dialled. It checks addresses and resolves no names. */
export class AddressPolicy extends Context.Service<AddressPolicy, {
  isAllowed(address: NetAddress.IpAddress): boolean
  isAllowedPort(port: number): boolean
}>()("gleaner/web/net/AddressPolicy") {
  static readonly layer = Layer.effect(
    AddressPolicy,
    Effect.map(Settings, ({ allowAddresses, denyAddresses }) =>
      AddressPolicy.of({
        isAllowed: makePolicy(allowAddresses, denyAddresses),
        isAllowedPort: (port) => !badPorts.has(port)
      }))
  )
}

/**
 * Allows only globally reachable unicast addresses, and those of `allow`. `deny` wins over both. Blocks are in CIDR
 * notation. An IPv4-mapped address (`::ffff:127.0.0.1`) is checked as the IPv4 address that a socket would reach.
 */
export const makePolicy = (
  allow: ReadonlyArray<string>,
  deny: ReadonlyArray<string>
): (address: NetAddress.IpAddress) => boolean => {
  const allowed = allow.map(IpNetwork.fromStringUnsafe)
  const denied = deny.map(IpNetwork.fromStringUnsafe)
  return (address) => {
    const ip = NetAddress.toCanonical(address)
    if (within(denied, ip)) return false
    return within(allowed, ip) || isPublic(ip)
  }
}

const blocked4 = blockedV4.map(([cidr]) => IpNetwork.fromStringUnsafe(cidr))
const blocked6 = blockedV6.map(([cidr]) => IpNetwork.fromStringUnsafe(cidr))
const global6 = IpNetwork.fromStringUnsafe(globalUnicastV6)

const isPublic = (ip: NetAddress.IpAddress): boolean =>
  NetAddress.isIpv4Address(ip) ? !within(blocked4, ip) : IpNetwork.contains(global6, ip) && !within(blocked6, ip)

const within = (networks: ReadonlyArray<IpNetwork.IpNetwork>, ip: NetAddress.IpAddress): boolean =>
  networks.some((network) => IpNetwork.contains(network, ip))

/**
 * The address in the host of a URL, or undefined if it is a name. `new URL` has normalised unusual notations already.
 */
export const literalAddress = (hostname: string): NetAddress.IpAddress | undefined =>
  Result.getOrUndefined(NetAddress.ipFromString(withoutBrackets(hostname)))
