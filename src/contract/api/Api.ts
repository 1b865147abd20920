import { HttpApi, OpenApi } from "effect/http-api"
import { strict } from "../../core/domain/schema/strict.ts"
import { version } from "../../core/kernel/version.ts"
import { JobsGroup } from "./Jobs.ts"
import { completed } from "./openapi/openapi.ts"
import { PagesGroup } from "./Pages.ts"
import { PicturesGroup } from "./Pictures.ts"
import { ProfilesGroup } from "./Profiles.ts"
import { SchedulesGroup } from "./Schedules.ts"
import { SearchGroup } from "./Search.ts"
import { SessionGroup } from "./Session.ts"
import { SystemGroup } from "./System.ts"
import { WrappersGroup } from "./Wrappers.ts"

/** All of /v1. */
export class Api extends HttpApi.make("gleaner")
  .add(
    PagesGroup,
    PicturesGroup,
    SearchGroup,
    JobsGroup,
    SchedulesGroup,
    WrappersGroup,
    ProfilesGroup,
    SystemGroup,
    SessionGroup
  )
  .prefix("/v1")
  // An error names all wrong fields at once. An unknown field is an error too.
  .annotate(HttpApi.PayloadParseOptions, strict)
  .annotate(HttpApi.QueryParseOptions, strict)
  .annotate(HttpApi.HeadersParseOptions, { errors: "all" })
  .annotateMerge(OpenApi.annotations({
    title: "Gleaner",
    version,
    license: { name: "MIT", identifier: "MIT" },
    servers: [{ url: "/", description: "The service that this document comes from" }],
    transform: completed,
    description:
      "Fetches web pages politely and returns each as a normalized Document: markdown, text, metadata, links, images, media, tables, records. Every error is an RFC 9457 problem with a stable code."
  }))
{}
