import { Result, String as Strings } from "effect"
import type {
  CallOptions,
  Document,
  DocumentField,
  GleanerClient,
  JobDocuments,
  ScrapeRequest
} from "../../contract/client/index.ts"
import type { JobPictures } from "../../core/domain/document/Picture.ts"
import { describingFields } from "../../core/domain/names/describing-fields.ts"
import { type Action, takesPictures } from "../../core/domain/options/Action.ts"
import { maxAge } from "../../core/domain/options/RequestOptions.ts"
import { compact } from "../../core/kernel/compact.ts"
import { actionsIn } from "./actions.ts"
import { schemaOf } from "./json-schema.ts"
import type { BatchRequest } from "./requests.ts"

type Page =
  & Pick<
    (typeof BatchRequest)["Type"],
    "formats" | "onlyMainContent" | "includeTags" | "excludeTags" | "headers" | "location" | "maxAge" | "waitFor"
  >
  & { readonly actions?: unknown }
type Format = NonNullable<Page["formats"]>[number]

const typeOf = (format: Format): string => typeof format === "string" ? format : format.type

const formatsOf = ({ formats = ["markdown"] }: Page): ReadonlyArray<Format> => formats

/** Fields that the metadata is made from. */
const always = [
  "url",
  "final_url",
  "fetched_at",
  "status",
  "content_type",
  ...describingFields,
  "metadata",
  "trace"
] as const satisfies ReadonlyArray<DocumentField>

/**
 * The fields of a job decide the formats of its documents. This one marks the format changeTracking, which has no field
 * of its own.
 */
export const changeField = "depth" satisfies DocumentField

const fieldsOf: Readonly<Record<string, DocumentField>> = {
  markdown: "markdown",
  html: "content_html",
  rawHtml: "html",
  changeTracking: changeField,
  links: "links",
  images: "images",
  attributes: "records",
  json: "data"
}

/** Gleaner's options for Firecrawl's options of a page. */
export const readingOptions = (page: Page): Omit<ScrapeRequest, "url"> => {
  const formats = formatsOf(page)
  const rules = formats.flatMap((format) => typeof format === "string" ? [] : format.selectors ?? []).map((
    { attribute, selector }
  ) => ({ type: `${attribute}@${selector}`, select: selector, fields: { value: `@${attribute}` } }))
  const steps = [...waitsOf(page.waitFor), ...Result.getOrUndefined(actionsIn(page.actions)) ?? []]
  const actions = steps.length === 0 ? undefined : steps
  const include = page.includeTags ?? (page.onlyMainContent === false ? ["body"] : [])
  return compact({
    fields: [
      ...always,
      ...(takesPictures(actions) ? ["pictures" as const] : []),
      ...new Set(formats.flatMap((format) => fieldsOf[typeOf(format)] ?? []))
    ],
    actions,
    schema: formats.map(schemaOf).find((schema) => schema !== undefined),
    extract: rules.length === 0 ? undefined : rules,
    include_selectors: include.length === 0 ? undefined : include,
    exclude_selectors: page.excludeTags?.length === 0 ? undefined : page.excludeTags,
    headers: page.headers,
    language: page.location?.languages,
    max_age_seconds: page.maxAge === undefined ? undefined : Math.min(Math.floor(page.maxAge / 1000), maxAge)
  })
}

/** Steps that wait for a time after the load. One step waits for at most half a minute. */
const waitsOf = (milliseconds = 0): ReadonlyArray<Action> =>
  milliseconds === 0
    ? []
    : [{ wait_ms: Math.min(milliseconds, maxStep) }, ...waitsOf(Math.max(0, milliseconds - maxStep))]

const maxStep = 30_000

/** The picture that the formats ask for. */
export const pictureOf = (page: Page): Required<Pick<JobPictures, "full_page">> & JobPictures | undefined => {
  const format = formatsOf(page).find((format) => typeOf(format) === "screenshot")
  if (format === undefined) return undefined
  const { fullPage = false, viewport } = typeof format === "string" ? {} : format
  return { full_page: fullPage, ...viewport }
}

/** Options of a job for Firecrawl's options of a page. */
export const jobOptions = (page: Page) => {
  const picture = pictureOf(page)
  return { ...readingOptions(page), ...compact({ pictures: picture && { ...picture, format: "png" as const } }) }
}

/** A Document as Firecrawl shows it. Its fields decide the formats. */
export const firecrawlDocument = (document: Partial<Document>): Readonly<Record<string, unknown>> => {
  const { content_html, data, html, images, links, markdown, picture, pictures, records, trace } = document
  const warnings = trace?.warnings ?? []
  return compact({
    markdown,
    html: content_html,
    rawHtml: html,
    links: links?.map(({ url }) => url),
    images: images?.map(({ url }) => url),
    json: data,
    attributes: records && attributesOf(records),
    actions: pictures && { screenshots: pictures.map(({ data, media_type }) => `data:${media_type};base64,${data}`) },
    screenshot: picture?.url,
    warning: warnings.length === 0 ? undefined : warnings.map(({ message }) => message).join(" "),
    metadata: metadataOf(document)
  })
}

const attributesOf = (records: Document["records"]) => {
  const found = new Map<string, Array<string>>()
  for (const { fields, source, type } of records) {
    if (source !== "selectors") continue
    const known = found.get(type) ?? []
    found.set(type, known)
    if (fields["value"] !== undefined) known.push(String(fields["value"]))
  }
  return [...found].map(([type, values]) => {
    const at = type.indexOf("@")
    return { selector: type.slice(at + 1), attribute: type.slice(0, at), values }
  })
}

const metadataOf = (document: Partial<Document>): Readonly<Record<string, unknown>> => {
  const { open_graph: graph = {}, icons = [], modified_date = "" } = document.metadata ?? {}
  const all = {
    title: document.title,
    description: document.description,
    language: document.language,
    keywords: document.keywords?.join(", "),
    author: document.author,
    publishedTime: document.published_date,
    modifiedTime: modified_date,
    favicon: icons[0]?.url,
    ...Object.fromEntries(openGraph.map((name) => [`og${Strings.capitalize(name)}`, graph[name]?.[0]])),
    ogImage: graph["image"]?.[0] ?? document.image,
    ogSiteName: graph["site_name"]?.[0] ?? document.site_name,
    sourceURL: document.url,
    url: document.final_url,
    statusCode: document.status,
    contentType: document.content_type,
    cacheState: document.trace?.cache_hit === true ? "hit" : "miss",
    proxyUsed: "basic"
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ""))
}

const openGraph = ["title", "description", "url", "image", "locale", "audio", "video"]

/** Documents of a job from a cursor on, read a few at a time: other callers wait while their JSON is parsed. */
export const documentsFrom = async (
  client: GleanerClient,
  id: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
  call: CallOptions
): Promise<JobDocuments> => {
  const documents: Array<Document> = []
  for (let cursor = after;;) {
    const size = Math.min(parsedAtOnce, limit - documents.length)
    const page = await client.jobs.documents(id, compact({ ...call, limit: size, after: cursor }))
    documents.push(...page.documents)
    if (page.documents.length < size || documents.length === limit || page.next_cursor === null) {
      return { ...page, documents }
    }
    cursor = page.next_cursor
  }
}

const parsedAtOnce = 10
