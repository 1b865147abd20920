import { isRequested } from "../../core/domain/options/PageOptions.ts"
import type { PageInput } from "../Page.ts"
import type { Goal, Part, Stage } from "../Reading.ts"
import { partsOf } from "./document-fields.ts"

/** Parts needed for the request: all of them, unless the caller names fields. */
export const wantedParts = (
  stages: ReadonlyArray<Pick<Stage<never>, "gives" | "needs">>,
  { checksLogin, needs = [], options, rendered }: PageInput,
  goal: Goal
): ReadonlySet<Part> => {
  const fields = options?.fields
  const optional = { chunked: isRequested("chunks", options), data: isRequested("data", options) } as const
  const isLeftOut = (part: Part): boolean => (part === "chunked" || part === "data") && !optional[part]
  if (goal === "document" && fields === undefined) {
    return new Set(stages.map(({ gives }) => gives).filter((part) => !isLeftOut(part)))
  }
  const wanted = new Set<Part>([goals[goal]])
  if (checksLogin === true) wanted.add("softFailures")
  for (const field of goal !== "document" ? [] : [...(fields ?? []), ...needs]) {
    for (const part of partsOf(field)) if (!isLeftOut(part)) wanted.add(part)
  }
  for (const part of ["chunked", "data"] as const) if (optional[part] && goal === "document") wanted.add(part)
  // Backwards, so the needs of a stage are added before its inputs are checked.
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

const goals: Readonly<Record<Goal, Part>> = { document: "document", links: "links", explanation: "page" }
