import { Effect, Layer } from "effect"
import { extractorHere } from "../stages.ts"
import { servePages } from "./serve-pages.ts"

/** What an extraction thread does from its start to its end. */
Effect.runFork(Layer.launch(servePages(extractorHere)))
