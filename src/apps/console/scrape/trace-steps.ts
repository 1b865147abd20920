import type { Document } from "../../../contract/client/index.ts"

export type Trace = Document["trace"]

interface Step {
  readonly name: string
  readonly elapsed_ms: number
  readonly of: "wait" | "fetch" | "reading"
}

/** Durations on the way to a page: the stage `fetch` in its parts, then the other stages. */
export const stepsOf = ({ stages, waits }: Trace): ReadonlyArray<Step> => {
  const { render_ms = 0, robots_ms = 0, turn_ms = 0 } = waits ?? {} // not in a Document of an earlier version
  const fetched = stages.find(({ name }) => name === "fetch")?.elapsed_ms ?? 0
  const steps: ReadonlyArray<Step> = [
    { name: "wait for the turn", elapsed_ms: turn_ms, of: "wait" },
    { name: "robots.txt", elapsed_ms: robots_ms, of: "fetch" },
    { name: "fetch", elapsed_ms: Math.max(0, fetched - robots_ms - render_ms), of: "fetch" },
    { name: "render", elapsed_ms: render_ms, of: "fetch" },
    ...stages.filter(({ name }) => name !== "fetch").map((stage) => ({ ...stage, of: "reading" as const }))
  ]
  return steps.filter(({ elapsed_ms, name, of }) => of === "reading" || name === "fetch" || elapsed_ms >= shortest)
}

/** Milliseconds of a wait that is shown. */
const shortest = 0.1
