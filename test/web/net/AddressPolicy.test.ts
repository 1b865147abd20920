import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import fc from "fast-check"
import { literalAddress, makePolicy } from "../../../src/web/net/AddressPolicy.ts"
import { badPorts, blockedV4 } from "../../../src/web/net/special-purpose.ts"

/** Notations of addresses that must never be dialled, as a caller, a redirect or a DNS answer could give them. */
const forbidden: ReadonlyArray<string> = [
  // Loopback in every notation that a URL parser takes.
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "0x7f.1",
  "0177.0.0.1",
  "0177.1",
  "017700000001",
  "127.0.0.1.",
  "127.000.000.001",
  "127.0.0.0x1",
  "0x7F.0x0.0x0.0x1",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "127．0．0．1",
  "127｡0｡0｡1",
  "%31%32%37.0.0.1",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::0001]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  // This network, unspecified.
  "0.0.0.0",
  "0",
  "0x0",
  "0.1.2.3",
  "00.0.0.0",
  "[::]",
  "[0::0]",
  // Private use.
  "10.0.0.1",
  "10.255.255.255",
  "167772161",
  "0xa000001",
  "012.0.0.1",
  "10.1",
  "172.16.0.1",
  "172.31.255.255",
  "0xac.0x10.0.1",
  "2886729729",
  "192.168.0.1",
  "192.168.255.255",
  "192.168.1",
  "3232235777",
  "0xc0a80101",
  "0300.0250.1.1",
  // Shared, link local, cloud metadata.
  "100.64.0.1",
  "100.127.255.255",
  "100.100.100.200",
  "169.254.0.1",
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "0251.0376.0251.0376",
  "169.254.43518",
  "168.63.129.16",
  "[fe80::1]",
  "[fe80::a9fe:a9fe]",
  "[febf::1]",
  "[fd00:ec2::254]",
  // Protocol assignments, documentation, benchmarking.
  "192.0.0.1",
  "192.0.0.8",
  "192.0.0.170",
  "192.0.0.192",
  "192.0.2.1",
  "198.51.100.7",
  "203.0.113.9",
  "198.18.0.1",
  "198.19.255.255",
  "192.88.99.1",
  "192.31.196.1",
  "192.52.193.1",
  "192.175.48.1",
  "[2001:db8::1]",
  "[2001:db8:ffff::1]",
  "[3fff::1]",
  "[3fff:fff::1]",
  "[2001:2::1]",
  "[2001:10::1]",
  "[2001:20::1]",
  "[2001:1::1]",
  "[2001:3::1]",
  "[2001:4:112::1]",
  "[2620:4f:8000::1]",
  // Multicast, reserved, broadcast.
  "224.0.0.1",
  "239.255.255.250",
  "232.1.1.1",
  "240.0.0.1",
  "254.1.1.1",
  "255.255.255.255",
  "4294967295",
  "0xffffffff",
  "[ff02::1]",
  "[ff00::]",
  "[ff0e::1]",
  // Unique local, site local, discard, SRv6, unassigned.
  "[fc00::1]",
  "[fdff:ffff::1]",
  "[fec0::1]",
  "[100::1]",
  "[100:0:0:1::1]",
  "[5f00::1]",
  "[4000::1]",
  "[1::1]",
  "[200::1]",
  "[8000::1]",
  "[e000::1]",
  // IPv4 in IPv6 clothes: mapped, compatible, translated, NAT64, 6to4, Teredo.
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
  "[::FFFF:10.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[::ffff:192.168.1.1]",
  "[::ffff:0:127.0.0.1]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::10.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::10.0.0.1]",
  "[64:ff9b::8.8.8.8]",
  "[2002:7f00:1::]",
  "[2002:a00:1::1]",
  "[2002:c0a8:101::1]",
  "[2002:a9fe:a9fe::1]",
  "[2001:0:7f00:1::1]",
  "[2001::1]",
  "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
  "[3ffe::1]"
]

const reachable = [
  "8.8.8.8",
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "128.0.0.1",
  "126.255.255.255",
  "169.253.255.255",
  "169.255.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "192.169.0.1",
  "198.17.255.255",
  "198.20.0.1",
  "223.255.255.255",
  "[2606:4700:4700::1111]",
  "[2001:4860:4860::8888]",
  "[2a00:1450::1]",
  "[::ffff:8.8.8.8]"
]

/** The address behind a URL's host, as the connector sees it. */
const addressOf = (host: string): NetAddress.IpAddress | undefined => {
  const url = URL.parse(`http://${host}/`)
  return url === null ? undefined : literalAddress(url.hostname)
}

const block = IpNetwork.fromStringUnsafe

describe("AddressPolicy", () => {
  const isAllowed = makePolicy([], [])

  it("has at least 120 notations of forbidden addresses to refuse", () =>
    assert.isAtLeast(new Set(forbidden).size, 120))

  for (const host of forbidden) {
    it(`refuses ${host}`, () => {
      const address = addressOf(host)
      // A notation that is not a URL at all reaches no socket either.
      if (URL.canParse(`http://${host}/`)) assert.isDefined(address, "the host was taken for a name")
      if (address !== undefined) assert.isFalse(isAllowed(address))
    })
  }

  for (const host of reachable) {
    it(`lets ${host} pass`, () => {
      const address = addressOf(host)
      assert.isDefined(address)
      assert.isTrue(address !== undefined && isAllowed(address))
    })
  }

  /** An IPv4 address as its number, one in two within a block that is never dialled. */
  const number = fc.oneof(
    fc.integer({ min: 0, max: 0xFFFFFFFF }),
    fc.tuple(fc.constantFrom(...blockedV4.map(([cidr]) => cidr)), fc.integer({ min: 0, max: 0xFFFFFFFF })).map(
      ([cidr, bits]) => {
        const [base = "", length = "32"] = cidr.split("/")
        const start = base.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0)
        return start + bits % 2 ** (32 - Number(length))
      }
    )
  )

  it("judges an address as itself, in whatever notation", () => {
    fc.assert(
      fc.property(number, (number) => {
        const octets = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xFF)
        const plain = octets.join(".")
        const isBlocked = blockedV4.some(([cidr]) =>
          IpNetwork.contains(block(cidr), NetAddress.ipFromStringUnsafe(plain))
        )
        const notations = [
          plain,
          `${plain}.`,
          String(number),
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          octets.map((octet) => `0${octet.toString(8)}`).join("."),
          `${octets[0]}.${number & 0xFFFFFF}`,
          `[::ffff:${plain}]`
        ]
        for (const host of notations) {
          const address = addressOf(host)
          assert.strictEqual(address === undefined ? undefined : isAllowed(address), !isBlocked, host)
        }
        // An address that embeds it is never dialled.
        for (const host of [`[64:ff9b::${plain}]`, `[::${plain}]`, `[fe80::${plain}]`, `[fc00::${plain}]`]) {
          const address = addressOf(host)
          assert.isTrue(address === undefined || !isAllowed(address), host)
        }
      }),
      { numRuns: 2000 }
    )
  })

  it("an allow-list exempts its blocks, a deny-list wins over it, both also for mapped addresses", () => {
    const policy = makePolicy(["127.0.0.0/8", "10.1.0.0/16"], ["127.0.0.5/32", "8.8.8.0/24", "2606:4700::/32"])
    const judged = (host: string) => policy(addressOf(host) ?? NetAddress.ipv4Unspecified)
    assert.deepStrictEqual(
      [
        "127.0.0.1",
        "127.0.0.5",
        "[::ffff:127.0.0.1]",
        "[::ffff:127.0.0.5]",
        "10.1.2.3",
        "10.2.0.1",
        "8.8.8.8",
        "8.8.4.4",
        "[2606:4700::1]"
      ].map(judged),
      [true, false, true, false, true, false, false, true, false]
    )
  })

  it.effect("refuses the ports that browsers refuse", () =>
    Effect.sync(() => {
      for (const port of [0, 22, 25, 53, 110, 143, 587, 6000, 6667, 10080]) assert.isTrue(badPorts.has(port))
      for (const port of [80, 443, 8080, 8443, 3000]) assert.isFalse(badPorts.has(port))
    }))
})
