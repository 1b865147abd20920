import { hash } from "node:crypto"
import { decodeFingerprint } from "../../core/domain/document/Fingerprint.ts"
import { LineHashes } from "./LineHashes.ts"

/** Limits of the pages in memory: for each host, and for all of a job together. */
export interface SampleLimits {
  readonly ofHost: number
  readonly ofJob: number
}

/** Pages of a host in memory. */
export interface HostPages {
  /** All pages that were added, also those that are not in memory. */
  pages: number
  sample: Array<SampledPage>
}

interface SampledPage {
  readonly key: number
  readonly lines: LineHashes
}

/**
 * The pages of a job by host. Of a host with many pages, those with the lowest hashes of their lines are in memory: a
 * sample that does not depend on the order in which they come.
 */
export class SitePages {
  /** Fingerprints added so far. */
  read = 0
  /** Number of them that are missing. */
  unknown = 0
  private readonly hosts = new Map<string, HostPages>()
  private readonly limits: SampleLimits
  private ofHost: number
  /** Sum of the samples when each is trimmed. Up to twice as many pages are in memory. */
  private sampled = 0

  constructor(limits: SampleLimits) {
    this.limits = limits
    this.ofHost = limits.ofHost
  }

  host(name: string): HostPages | undefined {
    const host = this.hosts.get(name)
    if (host !== undefined) this.trim(host)
    return host
  }

  /** The hosts that have more pages than are in memory. */
  *sampledHosts(): Generator<readonly [string, HostPages]> {
    for (const [name, host] of this.hosts) {
      this.trim(host)
      if (this.isSampled(host)) yield [name, host]
    }
  }

  /** Whether some pages of the host are not in memory. */
  isSampled({ pages, sample }: HostPages): boolean {
    return pages > sample.length
  }

  add(fingerprint: Uint8Array | null): void {
    this.read++
    if (fingerprint === null) {
      this.unknown++
      return
    }
    const { host: name, lines } = decodeFingerprint(fingerprint)
    const key = hostName(name)
    const host = this.hosts.get(key) ?? { pages: 0, sample: [] }
    this.hosts.set(key, host)
    host.pages++
    // A view of a batch would keep all of it in memory.
    host.sample.push({ key: sampleKey(lines), lines: new LineHashes(lines.slice()) })
    if (host.pages <= this.ofHost) this.sampled++
    if (host.sample.length >= 2 * this.ofHost) this.trim(host)
    while (this.sampled > this.limits.ofJob && this.ofHost > minOfHost) this.halve()
  }

  private trim({ sample }: HostPages): void {
    if (sample.length <= this.ofHost) return
    sample.sort((a, b) => a.key - b.key)
    sample.length = this.ofHost
  }

  /** The new limit depends only on the numbers of pages of the hosts. */
  private halve(): void {
    this.ofHost = Math.max(minOfHost, Math.floor(this.ofHost / 2))
    this.sampled = 0
    for (const host of this.hosts.values()) {
      this.trim(host)
      this.sampled += Math.min(host.pages, this.ofHost)
    }
  }
}

export const hostName = (host: Uint8Array): string => decoder.decode(host)

const decoder = new TextDecoder()
const minOfHost = 4

const sampleKey = (lines: Uint8Array): number => hash("sha256", lines, "buffer").readUIntBE(0, 6)
