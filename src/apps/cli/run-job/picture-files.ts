import { Effect, FileSystem, Option, Schema } from "effect"
import { isAbsolute, join, relative } from "node:path"
import type { Document } from "../../../core/domain/document/Document.ts"
import { JobPictures, pictureTypes } from "../../../core/domain/document/Picture.ts"
import type { CrawlOptions, JobId } from "../../../core/domain/job/Job.ts"
import { strict } from "../../../core/domain/schema/strict.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { Renderer } from "../../../web/render/Renderer.ts"
import type { JobFiles } from "../job-files/job-flags.ts"
import { failed, usage } from "../output/exit-codes.ts"
import { fileName } from "../output/file-name.ts"
import { cannotWrite } from "../output/output.ts"
import { shortHash } from "../output/short-hash.ts"
import { notice } from "../output/verbosity.ts"
import { writeInside } from "../output/write-inside.ts"

type PictureFiles = Pick<JobFiles, "pictures" | "pictureOptions">

/** Adds the option that `--pictures FOLDER` stands for. */
export const withPictures = Effect.fnUntraced(function*<O extends Partial<CrawlOptions>>(
  options: O,
  { pictureOptions, pictures }: PictureFiles
) {
  if (Option.isNone(pictures)) {
    return Option.isNone(pictureOptions) ? options : yield* usage("--picture-options needs --pictures FOLDER.")
  }
  const given = Option.getOrElse(pictureOptions, () => "{}")
  const decoded = yield* Effect.mapError(
    decode(given, strict),
    () => usage("--picture-options is JSON with full_page, width, height and format, as pictures of POST /v1/crawl.")
  )
  return { ...options, pictures: decoded }
})

const decode = Schema.decodeEffect(Schema.fromJsonString(JobPictures))

/** Writes the picture of a document to the folder, and returns the JSON of the document with the name of its file. */
export const pictureWriter = Effect.fnUntraced(function*({ pictures }: PictureFiles) {
  const fs = yield* FileSystem.FileSystem
  const store = yield* JobStore
  if (Option.isNone(pictures)) return (_: JobId, __: number, line: string) => Effect.succeed(line)
  if (!(yield* Renderer).available) {
    yield* notice("gleaner: pages have no pictures without a browser; gleaner doctor says how to install one")
  }
  const folder = pictures.value
  yield* Effect.mapError(fs.makeDirectory(folder, { recursive: true }), cannotWrite(folder))
  // Documents leave the machine, whose paths are nobody's business.
  const shownFolder = isAbsolute(folder) ? relative(process.cwd(), folder) : folder
  const taken = new Set<string>()
  return Effect.fnUntraced(function*(id: JobId, index: number, line: string) {
    const document = JSON.parse(line) as Document // our own encoding
    const { picture, ...rest } = document
    if (picture === undefined) return line
    const found = yield* Effect.mapError(
      store.picture(id, index),
      () => failed(`the picture ${index} of the job cannot be read`)
    )
    if (Option.isNone(found)) return line
    const name = freeName(document.final_url ?? `${index}`, found.value.media_type, taken)
    yield* writeInside(folder, name, found.value.bytes)
    return JSON.stringify({ picture: { ...picture, url: join(shownFolder, name) }, ...rest })
  })
})

/** A name that is unique in this job, also on case-insensitive file systems. */
const freeName = (url: string, mediaType: string, taken: Set<string>): string => {
  const name = URL.canParse(url) ? fileName(url) : url
  const free = taken.has(name.toLowerCase()) ? `${name}-${shortHash(url)}` : name
  taken.add(free.toLowerCase())
  const [format = "png"] = Object.entries(pictureTypes).find(([, type]) => type === mediaType) ?? []
  return `${free}.${format}`
}
