import type * as Anydoc from "@firecrawl/anydoc"
import { Context } from "effect"
import { createRequire } from "node:module"

export const officePeer = "@firecrawl/anydoc"

/** The optional peer that reads the binary office formats. Undefined if it is not installed or has no build here. */
export const OfficePeer = Context.Reference<() => Promise<typeof Anydoc | undefined>>(
  "gleaner/extract/parsers/office/OfficePeer",
  { defaultValue: () => () => import("@firecrawl/anydoc").catch(() => undefined) }
)

/** Whether the peer is installed with its build for this platform, which npm selects. Loads nothing of it. */
export const hasOfficePeer = (): boolean => {
  try {
    const { resolve } = createRequire(createRequire(import.meta.url).resolve(officePeer))
    const { optionalDependencies = {} }: { readonly optionalDependencies?: object } = createRequire(import.meta.url)(
      `${officePeer}/package.json`
    )
    return Object.keys(optionalDependencies).some((name) => resolves(resolve, name))
  } catch {
    return false
  }
}

const resolves = (resolve: NodeJS.RequireResolve, name: string): boolean => {
  try {
    return resolve(name) !== ""
  } catch {
    return false
  }
}
