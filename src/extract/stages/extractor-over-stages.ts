import { Effect, Layer } from "effect"
import { Extractor } from "../Extractor.ts"
import type { Stage } from "../Reading.ts"
import { stageFunctions } from "./loaded-functions.ts"
import { stages, stagesLayer } from "./stages.ts"

/** The extractor in this process, over the services of the stages. */
export const extractorOverStages = <S>(over: ReadonlyArray<Stage<S>>) =>
  Layer.effect(Extractor, Effect.flatMap(stageFunctions, ({ runStages }) => runStages(over)))

/** Extracts pages in this process. */
export const extractorHere = extractorOverStages(stages).pipe(Layer.provide(stagesLayer))
