import { Predicate } from "effect"
import { compact } from "../../core/kernel/compact.ts"

type Body = Readonly<Record<string, unknown>>

const isBody = (value: unknown): value is Body => Predicate.isObject(value) && !Array.isArray(value)

/** A request of version 1 as one of version 2. Other names stay as they are, and are checked as those of version 2. */
export const fromVersionOne = (body: unknown): unknown => {
  if (!isBody(body)) return body
  const { allowBackwardLinks, ignoreSitemap, scrapeOptions, sitemapOnly, ...rest } = body
  return compact({
    ...pageFromVersionOne(rest),
    crawlEntireDomain: rest["crawlEntireDomain"] ?? allowBackwardLinks,
    sitemap: sitemapOf(ignoreSitemap, sitemapOnly) ?? rest["sitemap"],
    scrapeOptions: isBody(scrapeOptions) ? pageFromVersionOne(scrapeOptions) : scrapeOptions
  })
}

const pageFromVersionOne = ({ changeTrackingOptions, formats, jsonOptions, parsePDF, ...rest }: Body): Body =>
  compact({
    ...rest,
    jsonOptions: Array.isArray(formats) && formats.includes("json") ? undefined : jsonOptions,
    formats: Array.isArray(formats)
      ? formats.map((format) => formatOf(format, changeTrackingOptions, jsonOptions))
      : formats,
    parsers: parsePDF === false ? [] : rest["parsers"]
  })

const formatOf = (format: unknown, changeTracking: unknown, json: unknown): unknown => {
  if (format === "screenshot@fullPage") return { type: "screenshot", fullPage: true }
  if (format === "changeTracking" && isBody(changeTracking)) return { ...changeTracking, type: format }
  if (format === "json" && isBody(json)) return { ...json, type: format }
  return format
}

/** `false` says the same as no value. */
const sitemapOf = (isIgnored: unknown, isAlone: unknown): unknown => {
  if (isAlone !== undefined && isAlone !== false) return isAlone === true ? "only" : isAlone
  if (isIgnored !== undefined && isIgnored !== false) return isIgnored === true ? "skip" : isIgnored
  return undefined
}
