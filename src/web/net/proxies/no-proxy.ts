import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { literalAddress } from "../AddressPolicy.ts"

/**
 * Which hosts are reached without the proxy. The entries are read as curl reads NO_PROXY: a name stands for itself and
 * its subdomains, an address or a block for the addresses in URLs, `*` for everything. `:port` limits an entry to one
 * port.
 */
export const bypassOf = (entries: ReadonlyArray<string>): (host: string, port: number) => boolean => {
  const rules = entries.map(ruleOf)
  return (host, port) => rules.some((rule) => rule(host.toLowerCase().replace(/\.$/, ""), port))
}

type Rule = (host: string, port: number) => boolean

const ruleOf = (entry: string): Rule => {
  if (entry === "*") return () => true
  const { name, port: only } = withoutPort(entry)
  const matches = matcher(name.toLowerCase())
  return (host, port) => (only === undefined || only === port) && matches(host)
}

/** An IPv6 address has colons of its own, so it needs brackets before a port. */
const withoutPort = (entry: string): { readonly name: string; readonly port: number | undefined } => {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*)):(\d+)$/.exec(entry) ?? []
  return { name: bracketed ?? plain ?? entry, port: port === undefined ? undefined : Number(port) }
}

const matcher = (name: string): (host: string) => boolean => {
  const block = Result.getOrUndefined(IpNetwork.fromString(name))
  const address = formatted(name)
  if (block !== undefined || address !== undefined) {
    return (host) => {
      const literal = literalAddress(host)
      if (literal === undefined) return false
      return block === undefined ? NetAddress.formatIp(literal) === address : IpNetwork.contains(block, literal)
    }
  }
  const suffix = name.replace(/^\*?\./, "").replace(/\.$/, "")
  return (host) => suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`))
}

const formatted = (host: string): string | undefined => {
  const literal = literalAddress(host)
  return literal === undefined ? undefined : NetAddress.formatIp(literal)
}
