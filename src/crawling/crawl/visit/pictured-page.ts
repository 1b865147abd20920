import { Effect } from "effect"
import { credentialsOf } from "../../../core/domain/SiteCredentials.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { compressedJson } from "../../../extract/works/compressed-json.ts"
import type { PageRequest } from "../../../page/PageRequest.ts"
import type { PagePicture, Pictures } from "../../../page/Pictures.ts"
import type { ReadPage } from "../../../page/projections.ts"
import { withPicture } from "../../jobs/stored-picture.ts"
import type { VisitedPage } from "../model/VisitRecord.ts"

/**
 * The page with its picture, which a page that is not stored does not need. A page that was rendered has one already;
 * for any other the browser visits the page.
 */
export const picturedPage = Effect.fnUntraced(function*(
  pictures: Pictures["Service"],
  request: PageRequest,
  read: ReadPage<"document">,
  visited: VisitedPage
) {
  const { fields, hide_overlays: _, isInScope, language, picture: options, wait_for: waitFor } = request
  const { isUnchanged, status, unkept } = visited
  if (options === undefined || status >= 400 || unkept !== undefined || isUnchanged === true) return visited
  const url = new URL(visited.finalUrl)
  const credentials = credentialsOf(request.url, request)
  const picture = read.picture ?? (yield* pictures.takeForPage({
    url,
    options,
    ...compact({ isInScope, language, waitFor }),
    ...(credentials === undefined || url.origin !== credentials.origin ? {} : { credentials })
  }))
  const hasTrace = fields === undefined || fields.includes("trace")
  const facts = { picture: "failure" in picture ? picture : infoOf(picture), hasTrace }
  const document = withPicture(
    compressedJson(visited.document),
    facts,
    "failure" in picture ? undefined : picture.bytes
  )
  return { ...visited, document }
})

const infoOf = ({ bytes, ...picture }: Exclude<PagePicture, { readonly failure: string }>) => ({
  ...picture,
  bytes: bytes.length
})
