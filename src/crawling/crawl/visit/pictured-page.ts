import { Effect } from "effect"
import { credentialsFor, credentialsOf } from "../../../core/domain/SiteCredentials.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { compressedJson } from "../../../extract/works/compressed-json.ts"
import type { PageRequest } from "../../../page/PageRequest.ts"
import type { PagePicture, Pictures } from "../../../page/Pictures.ts"
import type { ReadPage } from "../../../page/projections.ts"
import { withPicture } from "../../jobs/stored-picture.ts"
import type { VisitedPage } from "../model/VisitRecord.ts"

/**
 * The picture of a page that is stored, or that is compared with its earlier picture. A page that was rendered has one
 * already; for any other the browser visits the page.
 */
export const takenPicture = Effect.fnUntraced(function*(
  pictures: Pictures["Service"],
  request: PageRequest,
  read: ReadPage<"document">,
  { finalUrl, isUnchanged, status, unkept }: VisitedPage,
  isCompared: boolean
) {
  const { isInScope, language, picture: options, wait_for: waitFor } = request
  if (options === undefined || status >= 400 || unkept !== undefined) return undefined
  if (isUnchanged === true && !isCompared) return undefined
  if (read.picture !== undefined) return read.picture
  const url = new URL(finalUrl)
  const credentials = credentialsFor(credentialsOf(request.url, request), url)
  return yield* pictures.takeForPage({
    url,
    options,
    ...compact({ credentials, isInScope, language, waitFor })
  })
})

/** A picture beside its earlier one. */
export interface Look {
  /** Share of the pixels that differ, if it is enough for the job to report it. */
  readonly pictureChange?: number
  /** There was none to compare with, so the page is stored again for this one. */
  readonly isFirstPicture?: true
  /** The reason that the picture is missing. */
  readonly pictureFault?: string
}

export const lookOf = (picture: PagePicture, threshold: number): Look => {
  if ("failure" in picture) return { pictureFault: picture.failure }
  const { change } = picture
  if (change === undefined) return { isFirstPicture: true }
  return change > 0 && change >= threshold ? { pictureChange: change } : {}
}

/** The page with its picture. One that is not stored again needs none. */
export const picturedPage = (
  { fields }: PageRequest,
  visited: VisitedPage,
  picture: PagePicture | undefined
): VisitedPage => {
  if (picture === undefined || visited.isUnchanged === true) return visited
  const hasTrace = fields === undefined || fields.includes("trace")
  const facts = "failure" in picture
    ? { picture, hasTrace }
    : compact({ picture: infoOf(picture), hasTrace, warning: picture.framesLeftOut })
  const document = withPicture(
    compressedJson(visited.document),
    facts,
    "failure" in picture ? undefined : picture.bytes
  )
  return { ...visited, document }
}

const infoOf = ({ bytes, height, media_type, width }: Exclude<PagePicture, { readonly failure: string }>) => ({
  width,
  height,
  media_type,
  bytes: bytes.length
})
