import { type Context, Effect, Layer } from "effect"
import type { PageError } from "../domain/PageError.ts"
import { Combine } from "./Combine.ts"
import { Content } from "./Content.ts"
import { extractorOverStages } from "./extractor-over-stages.ts"
import { Links } from "./Links.ts"
import { Media } from "./Media.ts"
import { Metadata } from "./Metadata.ts"
import { Parse } from "./Parse.ts"
import type { Reading, Stage } from "./Reading.ts"
import { Records } from "./Records.ts"
import { Shell } from "./Shell.ts"
import { SoftFailures } from "./SoftFailures.ts"

type Services = Parse | Content | Metadata | Shell | SoftFailures | Links | Media | Records | Combine

const stage = <S, Shape>(
  name: Stage<S>["name"],
  service: Context.Key<S, Shape>,
  needs: Stage<S>["needs"],
  run: (service: Shape, reading: Reading) => Effect.Effect<Partial<Reading>, PageError>
): Stage<S> => ({
  name,
  needs,
  bind: Effect.map(service, (found) => (reading) => run(found, reading))
})

/** From bytes to a Document, in this order: the name of each stage, its service, and what it needs. */
export const stages: ReadonlyArray<Stage<Services>> = [
  stage("parse", Parse, {}, ({ parse }, { page }) => Effect.map(parse(page.input), (page) => ({ page }))),
  stage("content", Content, {}, ({ content }, { page }) => Effect.map(content(page), (content) => ({ content }))),
  stage(
    "metadata",
    Metadata,
    { document: true },
    ({ metadata }, { content, page }) => Effect.map(metadata(page, content), (facts) => ({ facts }))
  ),
  stage(
    "shell",
    Shell,
    { tree: true },
    ({ verdict }, { content, page }) => Effect.map(verdict(page, content), (shell) => ({ shell }))
  ),
  stage(
    "soft_failures",
    SoftFailures,
    { document: true, tree: true },
    ({ warnings }, reading) =>
      Effect.map(warnings(reading.page, reading.facts.title, reading.content.text, reading.shell), (softFailures) => ({
        softFailures
      }))
  ),
  stage("links", Links, {}, ({ links }, { page }) => Effect.map(links(page), (links) => ({ links }))),
  stage(
    "media",
    Media,
    { document: true },
    ({ media }, { content, page }) => Effect.map(media(page, content), (media) => ({ media }))
  ),
  stage(
    "records",
    Records,
    { document: true },
    ({ records }, { content, facts, page }) => Effect.map(records(page, content, facts), (records) => ({ records }))
  ),
  stage(
    "combine",
    Combine,
    { document: true },
    ({ combine }, reading) => Effect.map(combine(reading), (document) => ({ document }))
  )
]

/** The services of the stages. Each can be replaced by another layer. */
export const stagesLayer = Layer.mergeAll(
  Parse.layer,
  Content.layer,
  Metadata.layer,
  Shell.layer,
  SoftFailures.layer,
  Links.layer,
  Media.layer,
  Records.layer,
  Combine.layer
)

/** Extracts pages in this process. */
export const extractorHere = extractorOverStages(stages).pipe(Layer.provide(stagesLayer))
