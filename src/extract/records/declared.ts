import { isObject, type JsonObject, typesOf } from "../metadata/declared/json-ld.ts"
import type { RawRecord } from "../Page.ts"
import { PlainValues } from "./plain-values.ts"

/**
 * The records that a page declares in one syntax. Lists are opened to their items, references are resolved, and
 * descriptions of the site are left out.
 */
export const declaredRecords = (
  source: RawRecord["source"],
  objects: ReadonlyArray<JsonObject>
): ReadonlyArray<RawRecord> => {
  const graph = graphOf(objects)
  const plain = new PlainValues()
  const things = objects.filter((object) => !graph.referred.has(object)).flatMap((object) => opened(object, graph, 0))
  return [...new Set(things)].map((thing): RawRecord => ({
    source,
    type: typesOf(thing)[0] ?? "",
    fields: plain.of(fieldsOf(thing, graph))
  }))
}

interface Graph {
  readonly byId: ReadonlyMap<string, JsonObject>
  /** Objects that are used by another one through their `@id`. They are parts of it. */
  readonly referred: ReadonlySet<JsonObject>
  /** Remaining characters to insert for references, because many objects may refer to one large object. */
  budget: number
  readonly sizes: Map<JsonObject, number>
}

const maxDepth = 4
const maxJoined = 500_000

const graphOf = (objects: ReadonlyArray<JsonObject>): Graph => {
  const byId = new Map<string, JsonObject>()
  for (const object of objects) {
    const id = object["@id"]
    if (typeof id === "string" && Object.keys(object).length > 1 && !byId.has(id)) byId.set(id, object)
  }
  const referred = new Set<JsonObject>()
  for (const object of objects) {
    if (isSite(object)) continue
    for (const value of Object.values(object).flat()) {
      const target = isReference(value) ? byId.get(value["@id"]) : undefined
      // A page and its article refer to each other. The article is the record.
      if (target !== undefined && target !== object && !isPage(object) && !isSite(target)) referred.add(target)
    }
  }
  return { byId, referred, budget: maxJoined, sizes: new Map() }
}

const isReference = (value: unknown): value is { readonly "@id": string } =>
  isObject(value) && typeof value["@id"] === "string" && Object.keys(value).every((key) => key.startsWith("@"))

/** The items of an ItemList, and the main things of a page, are records of their own. */
const opened = (object: JsonObject, graph: Graph, depth: number): ReadonlyArray<JsonObject> => {
  if (isSite(object) || depth > maxDepth) return []
  const parts = [object["itemListElement"], ...(isPage(object) ? [object["mainEntity"], object["hasPart"]] : [])]
    .flat().flatMap((part) => isObject(part) ? [itemOf(part)] : [])
    .map((part) => isReference(part) ? graph.byId.get(part["@id"]) ?? part : part)
  if (parts.length > 0) {
    return parts.flatMap((part) => graph.referred.has(part) ? [part] : opened(part, graph, depth + 1))
  }
  return isPage(object) ? [] : [object]
}

/** The thing in a ListItem, or the ListItem itself if it has only a name and an address. */
const itemOf = (part: JsonObject): JsonObject => {
  const item = part["item"]
  if (!typesOf(part).includes("ListItem")) return part
  if (isObject(item)) return { ...item, ...(part["position"] === undefined ? {} : { position: part["position"] }) }
  return typeof item === "string" ? { ...part, url: part["url"] ?? item } : part
}

const isSite = (object: JsonObject): boolean => typesOf(object).some((type) => siteTypes.has(type))

const siteTypes: ReadonlySet<string> = new Set(
  "WebSite BreadcrumbList Breadcrumb SiteNavigationElement SearchAction ReadAction ImageObject WPHeader WPFooter WPSideBar"
    .split(" ")
)

/** Whether an object is a page. The record is the subject of such a page. */
const isPage = (object: JsonObject): boolean => {
  const types = typesOf(object)
  return types.length > 0 &&
    types.every((type) =>
      /^(?:Web|Item|Collection|SearchResults|About|Contact|FAQ|QA|Profile)Page$|^WebPageElement$/.test(type)
    )
}

const fieldsOf = (object: JsonObject, graph: Graph): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter(([name]) => name !== "@type" && name !== "@context").map(([name, value]) => [
      name,
      joined(value, object, graph)
    ])
  )

/** Replaces references one level deep, because graphs have cycles. */
const joined = (value: unknown, owner: JsonObject, graph: Graph): unknown => {
  if (Array.isArray(value)) return value.map((item) => joined(item, owner, graph))
  if (!isReference(value)) return value
  const target = graph.byId.get(value["@id"])
  return target === undefined || target === owner || !isAffordable(target, graph) ? value : target
}

const isAffordable = (target: JsonObject, graph: Graph): boolean => {
  const size = graph.sizes.get(target) ?? JSON.stringify(target).length
  graph.sizes.set(target, size)
  if (size > graph.budget) return false
  graph.budget -= size
  return true
}
