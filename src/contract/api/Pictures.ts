import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { pictureTypes } from "../../core/domain/document/Picture.ts"
import { type Action, takesPictures } from "../../core/domain/options/Action.ts"
import { optionFields } from "../../core/domain/options/RouteOptions.ts"
import { Authentication } from "./Caller.ts"
import { RequestUrl } from "./fields.ts"
import { describeAnswer, textField } from "./openapi/describe-answer.ts"
import {
  AddressBlocked,
  BodyTooLarge,
  DomainBusy,
  FetchFailed,
  Overloaded,
  ProfileLoggedOutProblem,
  RenderingUnavailableProblem,
  RobotsDisallowed,
  RobotsUnreachable,
  SecretsUnavailableProblem,
  ShuttingDownProblem,
  StoreUnavailableProblem,
  UnsupportedContentType,
  UpstreamTimeout
} from "./Problems.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

export const ScreenshotPayload = Schema.Struct({ url: RequestUrl, ...optionFields("screenshot") }).annotate({
  identifier: "ScreenshotRequest"
})

/** The fault of actions that take pictures of their own, for which this answer has no place. */
export const pictureStep = (actions: ReadonlyArray<Action> = []): string | undefined =>
  takesPictures(actions)
    ? "must not have screenshot steps here; the one picture is taken after the last step, or use POST /v1/scrape"
    : undefined

export const picture = (contentType: string) => Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType }))

/** The fields of an answer that say which page the picture shows. */
export const pageFields = { url: "page-url", status: "page-status", warning: "page-warning" } as const

const pictured = describeAnswer(200, {
  headers: {
    "Page-Status": {
      description: "HTTP status of the page.",
      schema: { type: "integer", minimum: 100, maximum: 999 },
      example: 200
    },
    "Page-Warning": textField(
      "Only with actions, if one of them failed: which, and why. Characters beyond ASCII are a question mark.",
      "Step 2 of actions, click \"#more\", failed: no element matches (waited 10 seconds)."
    ),
    "Page-URL": textField("URL of the page after all redirects.", "https://example.com/tides")
  }
})

/** One page, as a browser shows it. */
export class PicturesGroup extends HttpApiGroup.make("pictures")
  .annotate(OpenApi.Description, "One page, as a browser shows it.")
  .add(
    HttpApiEndpoint.post("screenshot", "/screenshot", {
      payload: ScreenshotPayload,
      success: [
        picture(pictureTypes.png),
        picture(pictureTypes.jpeg),
        picture(pictureTypes.webp),
        picture(pictureTypes.pdf)
      ],
      error: [
        RobotsDisallowed,
        RobotsUnreachable,
        AddressBlocked,
        BodyTooLarge,
        UnsupportedContentType,
        FetchFailed,
        UpstreamTimeout,
        DomainBusy,
        Overloaded,
        RenderingUnavailableProblem,
        ProfileLoggedOutProblem,
        SecretsUnavailableProblem,
        StoreUnavailableProblem,
        ShuttingDownProblem
      ]
    }).annotate(OpenApi.Identifier, "takeScreenshot")
      .annotate(OpenApi.Summary, "Take a picture of one page")
      .annotate(OpenApi.Transform, pictured)
      .annotate(
        OpenApi.Description,
        "The answer is the picture itself. Page-Status and Page-URL name the status and the final URL of the page. It is taken after the last step of actions. Animations stand still; consent banners and other overlays are hidden, and nothing is clicked. A full page ends at 16,383 pixels, or earlier if it is wide."
      )
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
