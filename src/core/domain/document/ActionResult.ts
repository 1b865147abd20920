import { Schema } from "effect"

/** The time of one step of the option `actions`. */
export const ActionTiming = Schema.Struct({
  step: Schema.Int.annotate({ description: "Number of the step in actions, from 1." }),
  kind: Schema.String.annotate({ description: "Kind of the step, such as click." }),
  elapsed_ms: Schema.Finite.annotate({ description: "Duration in milliseconds, with the wait for what it began." })
}).annotate({ identifier: "ActionTiming" })
export interface ActionTiming extends Schema.Schema.Type<typeof ActionTiming> {}

/** A picture of the window, by a step of actions. */
export const TakenPicture = Schema.Struct({
  step: Schema.Int.annotate({ description: "Number of the step in actions, from 1." }),
  media_type: Schema.String.annotate({ description: "image/jpeg." }),
  data: Schema.String.annotate({ description: "The picture in base64, of at most 4 MiB." })
}).annotate({ identifier: "TakenPicture" })
export interface TakenPicture extends Schema.Schema.Type<typeof TakenPicture> {}
