import { Effect, Layer } from "effect"
import { extractorHere } from "../stages/extractor-over-stages.ts"
import { serveWork } from "./serve-work.ts"

/** What a reader does from its start to its end. */
Effect.runFork(Layer.launch(serveWork(extractorHere)))
