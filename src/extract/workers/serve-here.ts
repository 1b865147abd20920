import { Effect, Layer } from "effect"
import { extractorHere } from "../stages/extractor-over-stages.ts"
import { serveWork } from "./serve-work.ts"

Effect.runFork(Layer.launch(serveWork(extractorHere)))
