import { createHash } from "node:crypto"
import type { StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import type { Template } from "../../../core/domain/job/Template.ts"
import { shapeDistance } from "../../../extract/fingerprint/page-shape.ts"
import { FieldCounts } from "./FieldCounts.ts"
import { UrlPatternOf } from "./UrlPatternOf.ts"

/**
 * Groups the stored pages of each host by their shapes. A page joins the group with the most similar first page, or is
 * the first of a new one, so the groups are a function of the ledger.
 */
export class SiteTemplates {
  private readonly hosts = new Map<string, HostTemplates>()
  private groups = 0

  add({ seen, url }: StoredPage): void {
    const { fields, shape } = seen?.likeness ?? {}
    if (shape === undefined || fields === undefined) return
    const { host } = new URL(url)
    const known = this.hosts.get(host) ?? { pages: 0, groups: [], byShape: new Map() }
    const group = this.groupOf(host, known, shape, url)
    if (group === undefined) return
    this.hosts.set(host, known)
    known.pages++
    group.add(url, fields)
  }

  /** The hosts with the most pages first, and of each host its largest groups. */
  list(): ReadonlyArray<Template> {
    return [...this.hosts].toSorted(([, a], [, b]) => b.pages - a.pages).flatMap(([host, { groups, pages }]) =>
      groups.toSorted((a, b) => b.pages - a.pages).map((group) => group.shown(host, pages))
    )
  }

  private groupOf(host: string, known: HostTemplates, shape: string, url: string): TemplateGroup | undefined {
    const same = known.byShape.get(shape)
    if (same !== undefined) return same
    const [nearest, distance] = nearestTo(known.groups, shape)
    const mayBegin = known.groups.length < maxPerHost && this.groups < maxGroups
    const group = distance <= maxDistance || !mayBegin ? nearest : this.begin(host, known, shape, url)
    if (group !== undefined && known.byShape.size < maxShapes) known.byShape.set(shape, group)
    return group
  }

  private begin(host: string, { groups }: HostTemplates, shape: string, url: string): TemplateGroup {
    const group = new TemplateGroup(host, shape, url)
    groups.push(group)
    this.groups++
    return group
  }
}

interface HostTemplates {
  pages: number
  readonly groups: Array<TemplateGroup>
  /** The groups of known shapes, so most pages need no comparison. */
  readonly byShape: Map<string, TemplateGroup>
}

class TemplateGroup {
  readonly shape: string
  pages = 0
  private readonly id: string
  private readonly examples: Array<string> = []
  private readonly pattern: UrlPatternOf
  private readonly fields = new FieldCounts()

  constructor(host: string, shape: string, url: string) {
    this.shape = shape
    this.id = createHash("sha256").update(`${host} ${shape}`).digest("hex").slice(0, 16)
    this.pattern = new UrlPatternOf(url)
  }

  add(url: string, fields: string): void {
    this.pages++
    this.pattern.add(url)
    this.fields.add(fields)
    if (this.examples.length < maxExamples) this.examples.push(url)
  }

  shown(host: string, pages: number): Template {
    return {
      template: this.id,
      host,
      pages: this.pages,
      share: Math.round(this.pages / pages * 1000) / 1000,
      url_pattern: this.pattern.text,
      examples: [...this.examples],
      ...this.fields.counted
    }
  }
}

const nearestTo = (
  groups: ReadonlyArray<TemplateGroup>,
  shape: string
): readonly [group: TemplateGroup | undefined, distance: number] => {
  let nearest: TemplateGroup | undefined
  let least = Infinity
  for (const group of groups) {
    const distance = shapeDistance(group.shape, shape)
    if (distance < least) [nearest, least] = [group, distance]
  }
  return [nearest, least]
}

/**
 * Of 128 bits. Of 161 pairs of real pages with one template, 92 % differ by less; of 87 pairs of one host with two
 * templates, 6 %.
 */
const maxDistance = 28
/** Further pages join the most similar group. */
const maxPerHost = 100
const maxGroups = 5000
const maxShapes = 5000
const maxExamples = 5
