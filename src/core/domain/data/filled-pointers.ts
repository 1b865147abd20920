import type { DataTrace } from "../document/Trace.ts"

/** Pointers of the values that the rules of a wrapper have given, with `*` for the items of a list. */
export const filledPointers = (
  fields: ReadonlyArray<Pick<DataTrace["fields"][number], "pointer" | "source">>
): ReadonlySet<string> =>
  new Set(
    fields.flatMap(({ pointer, source }) => source === "wrapper" ? [pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")] : [])
  )
