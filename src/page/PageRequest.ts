import type { DocumentField } from "../core/domain/document/DocumentField.ts"
import type { PictureOptions } from "../core/domain/document/Picture.ts"
import { type OptionsOf, withDefaults } from "../core/domain/options/RouteOptions.ts"
import { credentialsOf, type SiteCredentials } from "../core/domain/SiteCredentials.ts"
import { compact } from "../core/kernel/compact.ts"
import type { PageInput } from "../extract/Page.ts"
import type { FetchRequest } from "../web/fetch/Hop.ts"
import { hasNoText } from "../web/fetch/media-type.ts"
import type { Intent } from "../web/rights/refusal.ts"
import type { AskModel } from "./read-by-model.ts"

/** A page to read: the options of a scrape as its caller gave them, and the additions of a crawl. */
export interface PageRequest extends OptionsOf<"scrape"> {
  /** As the caller gave it, with `https://` before a bare host: Document.url. */
  readonly url: string
  /** Values of localStorage for its origin, if it is rendered. */
  readonly storage?: NonNullable<SiteCredentials["storage"]>
  /** Number of links from the seed of a crawl. Default 0. */
  readonly depth?: number
  /** Fields that the crawl reads itself, besides those of the Document. */
  readonly needs?: ReadonlyArray<DocumentField>
  /** The Document goes to a store, so the process that extracts it compresses it. */
  readonly isStored?: boolean
  /** The terms of the page go to an index. */
  readonly isIndexed?: boolean
  /** The picture that is taken where the page is rendered. */
  readonly picture?: PictureOptions
  /** Lines that pages of the host have, for an explanation. */
  readonly siteLines?: PageInput["siteLines"]
  /** Rules that read the data of `schema`, by the URL of the page after redirects. */
  readonly rulesFor?: (finalUrl: string) => PageInput["wrapperRules"]
  /** Reads values of `schema` that nothing else gives. It is asked once at most. */
  readonly askModel?: AskModel
  /** Detect the page of a login, whatever is read of it. */
  readonly checksLogin?: boolean
  /** Use of the page, for which the files of its site about rights were fetched. */
  readonly intent?: Intent
  /** Targets that redirects of a crawl may lead to, also in the browser. */
  readonly isInScope?: (url: URL) => boolean
}

/** Whether the body of a media type is downloaded. Of pictures, only those that the extractor reads for the request. */
export const readsOf =
  ({ ocr }: Pick<PageRequest, "ocr">, readable: ReadonlyArray<string>) => (mediaType: string): boolean =>
    !hasNoText(mediaType) || ocr !== false && readable.includes(mediaType)

/** `readable`: media types of the extractor. */
export const fetchRequest = (request: PageRequest, readable: ReadonlyArray<string>): FetchRequest => ({
  url: new URL(request.url),
  useCache: withDefaults("scrape", request).use_cache && request.max_age_seconds !== 0,
  isPrivate: request.actions !== undefined,
  credentials: credentialsOf(request.url, request),
  reads: readsOf(request, readable),
  ...compact({
    intent: request.intent,
    isInScope: request.isInScope,
    language: request.language,
    maxAge: request.max_age_seconds,
    prefer: request.prefer
  })
})
