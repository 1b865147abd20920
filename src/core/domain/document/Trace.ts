import { Schema } from "effect"
import { stageNames } from "../names/stage-names.ts"
import { HttpStatus } from "../schema/json-schema-form.ts"
import { ActionTiming } from "./ActionResult.ts"
import { addedLater } from "./added-later.ts"
import { HiddenText } from "./HiddenText.ts"
import { Rights } from "./Rights.ts"
import { Signals } from "./Signals.ts"

export const StageTiming = Schema.Struct({
  name: Schema.Literals(stageNames),
  elapsed_ms: Schema.Finite.annotate({ description: "Duration in milliseconds." })
}).annotate({
  identifier: "Stage"
})
export interface StageTiming extends Schema.Schema.Type<typeof StageTiming> {}

export const Redirect = Schema.Struct({
  url: Schema.String.annotate({ description: "The URL that redirected." }),
  status: HttpStatus.annotate({ description: "Its HTTP status." }),
  location: Schema.String.annotate({ description: "Absolute URL that it redirected to." })
}).annotate({ identifier: "Redirect" })
export interface Redirect extends Schema.Schema.Type<typeof Redirect> {}

/** The codes of `trace.warnings` and their meanings. The codes are stable. */
export const warningMeanings = {
  stale_response: "The site could not be reached; an older copy is returned.",
  rendering_unavailable: "The page needs JavaScript, and no browser is installed.",
  render_failed: "The page needs JavaScript, and the browser failed to render it.",
  render_timeout: "The page needs JavaScript, and the browser took too long.",
  render_unsettled: "The rendered page was still changing when the wait ended.",
  picture_failed: "The picture of the page could not be taken or stored.",
  render_budget: "The rendered page reached the limit of requests or bytes; the rest was not loaded.",
  action_failed: "A step of actions failed; the page is returned as it was then.",
  window_blocked: "A step of actions would have opened another window.",
  javascript_required: "The page needs JavaScript and was not rendered.",
  frames_included: "The page has its content in frames, which were fetched too.",
  frame_missing: "A frame that may have content of the page could not be fetched.",
  refresh_not_followed: "The page has a refresh to another page, which could not be fetched.",
  challenge_page: "The site answered with a bot check or a refusal.",
  login_required: "The site shows the page only after a login.",
  consent_page: "The site asks for consent before it shows the page.",
  not_found_page: "The page says that it was not found, although its status is a success.",
  wrapper_drift: "The layout has changed: the rules of the wrapper no longer give a value that they gave.",
  model_incomplete: "The language model failed, or gave values that the page does not have, which are left out.",
  selector_unmatched: "A selector of the request matches nothing on this page.",
  wait_for_missing: "No element matches wait_for, or its text is not part of the content.",
  hidden_text: "The page has sentences that readers cannot see; they are not content.",
  no_content: "No main content was found, only navigation and the like.",
  encoding_guessed: "The page declares no character encoding, so the most probable one was used.",
  page_truncated: "The page has more nodes than the limit, and was cut off.",
  page_flattened: "The page nests deeper than the limit, and was flattened.",
  json_ld_invalid: "A block of JSON-LD could not be read.",
  csv_invalid: "The CSV is not well formed.",
  csv_truncated: "The CSV has more rows or columns than the limit, and was cut off.",
  xml_invalid: "The XML is not well formed.",
  xml_truncated: "The XML has more elements than the limit, and was cut off.",
  json_invalid: "The body is not valid JSON.",
  json_deep: "The JSON nests deeper than the limit.",
  json_large: "The JSON is too large to validate and indent; it is returned unchanged.",
  feed_truncated: "The feed has more items than the limit, and was cut off.",
  document_repaired: "The office document or book is damaged and was repaired; some of it may be missing.",
  document_truncated: "The office document or book is longer than the limit, and was cut off.",
  pdf_truncated: "The PDF has more pages than the limit, or took too long, and was cut off.",
  pdf_without_text: "The PDF has no text.",
  ocr_used: "Pages or pictures without text were read by optical character recognition, which makes mistakes.",
  ocr_incomplete: "Pages or pictures without text were not read: too many, too large, too slow or damaged."
} as const
type WarningCode = keyof typeof warningMeanings

// `Object.keys` loses the type of the keys.
const WarningCode = Schema.Literals(Object.keys(warningMeanings) as Array<WarningCode>).annotate({
  identifier: "WarningCode",
  description: Object.entries(warningMeanings).map(([code, meaning]) => `\`${code}\`: ${meaning}`).join("\n")
})

export const Warning = Schema.Struct({
  code: WarningCode,
  message: Schema.String.annotate({ description: "Explanation for this page." })
}).annotate({
  identifier: "Warning"
})
export interface Warning extends Schema.Schema.Type<typeof Warning> {}

const RobotsWishes = Schema.Struct({
  directives: Schema.Array(Schema.String).annotate({
    description: "Directives of robots meta elements and X-Robots-Tag for all robots or for Gleaner, such as noindex."
  }),
  signals: Signals.annotate({ description: "Uses that robots.txt or a header field allows or refuses." })
}).annotate({ identifier: "RobotsWishes" })

const Waits = Schema.Struct({
  turn_ms: Schema.Finite.annotate({ description: "Wait for the turns of the domain, not part of the stage fetch." }),
  robots_ms: Schema.Finite.annotate({ description: "Requests for robots.txt, part of the stage fetch." }),
  render_ms: Schema.Finite.annotate({ description: "Rendering in a browser, part of the stage fetch." })
}).annotate({ identifier: "Waits" })

const OcrPage = Schema.Struct({
  page: Schema.Int.annotate({ description: "Number of the page, from 1. 1 for an image." }),
  confidence: Schema.Finite.annotate({
    description: "Mean confidence of its words by their length, 0 to 1. 0 if no text was found."
  })
}).annotate({ identifier: "OcrPage" })
export interface OcrPage extends Schema.Schema.Type<typeof OcrPage> {}

const DataField = Schema.Struct({
  pointer: Schema.String.annotate({ description: "JSON pointer (RFC 6901) of the value in data, such as /price." }),
  source: Schema.Literals(["json-ld", "microdata", "rdfa", "selectors", "repeated", "metadata", "wrapper", "model"])
    .annotate({
      description: "Source of the value: that of a record, the metadata of the page, a wrapper or a model."
    }),
  selector: Schema.String.annotate({
    description: "CSS selector of the elements that have values of this name, or empty if there is no such selector."
  }),
  url: Schema.String.annotate({
    description: "URL of the page, with a text fragment that leads to the value if it is in the text of the content."
  })
}).annotate({ identifier: "DataField" })

export const DataTrace = Schema.Struct({
  source: Schema.Literals(["declared", "wrapper", "model", "mixed", "none"]).annotate({
    description: "Source of data. declared: what the page declares. none: nothing was found."
  }),
  wrapper: Schema.NullOr(Schema.String).annotate({ description: "Id of the wrapper whose rules were used, or null." }),
  fields: Schema.Array(DataField).annotate({ description: "Source of each value." }),
  missing: Schema.Array(Schema.String).annotate({
    description: "JSON pointers of the values that were not found, at most 1000."
  })
}).annotate({ identifier: "DataTrace" })
export interface DataTrace extends Schema.Schema.Type<typeof DataTrace> {}

export const Trace = Schema.Struct({
  stages: Schema.Array(StageTiming).annotate({ description: "Duration of each stage." }),
  waits: addedLater(
    Waits.annotate({ description: "Durations of the way to the page, in milliseconds." }),
    { turn_ms: 0, robots_ms: 0, render_ms: 0 }
  ),
  cache_hit: Schema.Boolean.annotate({ description: "Whether the page was served from the HTTP cache." }),
  rendered: Schema.Boolean.annotate({ description: "Whether a browser rendered the page." }),
  rendered_because: addedLater(
    Schema.String.annotate({ description: "Reason why the page was rendered; empty if it was not." }),
    ""
  ),
  actions: Schema.optionalKey(
    Schema.Array(ActionTiming).annotate({
      description:
        "The steps of actions that ran, in order. Present only with actions, on a page that a browser rendered."
    })
  ),
  data: Schema.optionalKey(
    DataTrace.annotate({ description: "Sources of the values of data. Present only with schema." })
  ),
  redirects: Schema.Array(Redirect).annotate({ description: "The redirects from url to final_url, in order." }),
  retries: Schema.Int.annotate({ description: "Number of requests that were retried." }),
  robots: RobotsWishes.annotate({ description: "Directives of the site to robots about the page." }),
  rights: addedLater(
    Rights.annotate({ description: "Statements of the site about the use of the page." }),
    { sources: [] }
  ),
  hidden: Schema.optionalKey(
    HiddenText.annotate({ description: "Text that readers of the page cannot see. Present only if there is any." })
  ),
  ocr: Schema.optionalKey(
    Schema.Array(OcrPage).annotate({
      description: "Pages that were read by optical character recognition. Present only if there are any."
    })
  ),
  variant: Schema.optionalKey(
    Schema.Literals(["markdown"]).annotate({
      description: "Set if the site sent the media type that prefer asks for."
    })
  ),
  warnings: Schema.Array(Warning).annotate({ description: "Reasons why the Document may be incomplete or unexpected." })
}).annotate({ identifier: "Trace" })
export interface Trace extends Schema.Schema.Type<typeof Trace> {}
