import { type CallOptions, type GleanerClient, GleanerError } from "../../contract/client/index.ts"
import { compact } from "../../core/kernel/compact.ts"
import { firecrawlDocument, readingOptions } from "./documents.ts"
import type { ParseRequest } from "./requests.ts"

/** The file of a request, and its options as JSON. */
export interface ParseForm {
  readonly file: File
  readonly options: string
}

/** The parts of a body in multipart/form-data. Undefined for another body, and without a file. */
export const parseForm = async (body: ArrayBuffer, contentType: string): Promise<ParseForm | undefined> => {
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData().catch(() => undefined)
  const file = form?.get("file")
  const options = form?.get("options") ?? "{}"
  return file instanceof File && typeof options === "string" ? { file, options } : undefined
}

/** A file as a page. Nothing is fetched. */
export const parse = async (
  client: GleanerClient,
  request: (typeof ParseRequest)["Type"],
  file: File,
  call: CallOptions
) => {
  const { extract, schema, ...options } = readingOptions(request)
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/.test(file.type) || /\.x?html?$/i.test(file.name)
  if (!isHtml && (extract !== undefined || schema !== undefined)) throw onlyHtml
  const asked = { ...options, include_html: options.fields?.includes("html") === true }
  const document = isHtml
    ? await client.extract(compact({ ...asked, extract, schema, html: await file.text() }), call)
    : await client.extract(
      compact({ ...asked, content: file, content_type: file.type === "" ? undefined : file.type }),
      call
    )
  const { metadata, ...shown } = firecrawlDocument(document)
  return { ...shown, metadata: { ...(metadata as object), sourceURL: file.name } }
}

const onlyHtml = new GleanerError({
  code: "bad_request",
  status: 400,
  title: "Only of HTML",
  detail: "The formats json and attributes need an HTML file; leave them out for other files."
})
