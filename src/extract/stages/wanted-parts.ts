import type { DocumentField } from "../../domain/options/PageOptions.ts"
import type { PageInput } from "../Page.ts"
import type { Goal, Part, Stage } from "./Reading.ts"

/** Parts needed by each field of a Document. A field without parts is known before the first stage. */
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
  confidence: ["content"],
  blocks: ["content"],
  html: ["page"],
  links: ["links"],
  images: ["media"],
  tables: ["media"],
  media: ["media"],
  records: ["records"],
  metadata: ["facts"],
  // The warnings of the trace need all of the page's text and title.
  trace: ["softFailures"]
}

/** Parts needed for the request: all of them, unless the caller names fields. */
export const wantedParts = (
  stages: ReadonlyArray<Pick<Stage<never>, "gives" | "needs">>,
  { needs = [], options, rendered }: PageInput,
  goal: Goal
): ReadonlySet<Part> => {
  const fields = options?.fields
  if (goal === "document" && fields === undefined) return new Set(stages.map(({ gives }) => gives))
  const wanted = new Set<Part>(goal === "links" ? ["links"] : ["document"])
  for (const field of goal === "links" ? [] : [...(fields ?? []), ...needs]) {
    for (const part of partsOf[field]) wanted.add(part)
  }
  // Backwards, so that the needs of a stage are added before its inputs are checked.
  const close = () => {
    for (const { gives, needs } of stages.toReversed()) {
      if (wanted.has(gives)) { for (const part of needs) wanted.add(part) }
    }
  }
  close()
  // Any part of a page may be missing before its scripts have run. The text shows whether they added anything.
  if (wanted.has("page")) wanted.add("shell")
  if (wanted.has("page") && goal === "document" && rendered) wanted.add("content")
  close()
  return wanted
}
