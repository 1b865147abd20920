import { Effect, Layer } from "effect"
import { mebibyte } from "../../core/settings/kinds.ts"
import { Extractor } from "../Extractor.ts"
import { type Serve, serveRequests } from "./serve-requests.ts"

/** Serves the requests of the service with an extractor. */
export const serveWork = (extractor: Layer.Layer<Extractor>) =>
  serveRequests(served, maxTaken).pipe(Layer.provide(extractor))

/**
 * Max bytes that pages may leave allocated in a reader. Ordinary pages of 200 kB leave up to 130 MiB, a page of 10 MB
 * several hundred. A reader frees little of it, so it is replaced.
 */
const maxTaken = 192 * mebibyte

const served = Effect.map(Extractor, (extractor): Serve => ({ input, work }) => {
  switch (work) {
    case "extract":
      return extractor.extract(input)
    case "links":
      return extractor.links(input)
    case "explain":
      return extractor.explain(input)
    case "diff":
      return extractor.diff(input)
    case "chunks":
      return extractor.chunks(input)
    case "passages":
      return extractor.passages(input)
    case "terms":
      return extractor.terms(input)
    case "repeats":
      return extractor.repeats(input)
    case "learn":
      return extractor.learn(input)
    case "sitemap":
      return extractor.sitemap(input)
    case "scans":
      return Effect.die(new Error("a reader has no optical character recognition"))
  }
})
