import type { DocumentField } from "../../domain/document/DocumentField.ts"
import type { PageInput } from "../Page.ts"
import type { Ask, Part, Stage } from "./Reading.ts"

/** What each field of a Document is made from. A field without parts is known before anything is read. */
const partsOf: Readonly<Record<DocumentField, ReadonlyArray<Part>>> = {
  url: [],
  final_url: [],
  fetched_at: [],
  status: [],
  content_type: [],
  depth: [],
  size_bytes: [],
  title: ["facts"],
  author: ["facts", "content"],
  published_date: ["facts", "content"],
  language: ["facts", "content"],
  description: ["facts"],
  keywords: ["facts"],
  site_name: ["facts"],
  markdown: ["content"],
  text: ["content"],
  blocks: ["content"],
  html: ["page"],
  links: ["links"],
  images: ["media"],
  tables: ["media"],
  media: ["media"],
  records: ["records"],
  metadata: ["facts"],
  // Its warnings come from all of the page's text and title.
  trace: ["softFailures"]
}

/**
 * What has to be made of a page so that its caller gets what it asks for: all of it, unless the caller names fields.
 */
export const wantedParts = (
  stages: ReadonlyArray<Pick<Stage<never>, "gives" | "needs">>,
  { needs = [], options, rendered }: PageInput,
  ask: Ask
): ReadonlySet<Part> => {
  const fields = options?.fields
  if (ask === "document" && fields === undefined) return new Set(stages.map(({ gives }) => gives))
  const wanted = new Set<Part>(ask === "links" ? ["links"] : ["document"])
  for (const field of ask === "links" ? [] : [...(fields ?? []), ...needs]) {
    for (const part of partsOf[field]) wanted.add(part)
  }
  // From the last stage to the first, so that what a stage needs is wanted before its own stage is looked at.
  const close = () => {
    for (const { gives, needs } of stages.toReversed()) {
      if (wanted.has(gives)) { for (const part of needs) wanted.add(part) }
    }
  }
  close()
  // Whatever is read of a page may be missing before its scripts have run. The text tells whether they added anything.
  if (wanted.has("page")) wanted.add("shell")
  if (wanted.has("page") && ask === "document" && rendered) wanted.add("content")
  close()
  return wanted
}
