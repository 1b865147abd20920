import { Layer } from "effect"
import { Combine } from "./Combine.ts"
import { Content } from "./Content.ts"
import { extractorOverStages } from "./extractor-over-stages.ts"
import { Links } from "./Links.ts"
import { Media } from "./Media.ts"
import { Metadata } from "./Metadata.ts"
import { Parse } from "./Parse.ts"
import { Records } from "./Records.ts"

/** The stages after fetch in the order of the pipeline; each can be replaced by another layer of its service. */
export const stagesLayer = Layer.mergeAll(
  Parse.layer,
  Content.layer,
  Metadata.layer,
  Links.layer,
  Media.layer,
  Records.layer,
  Combine.layer
)

/** Pages read in this very process. */
export const extractorHere = extractorOverStages.pipe(Layer.provide(stagesLayer))
