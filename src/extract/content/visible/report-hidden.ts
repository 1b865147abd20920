import type { HiddenReason, HiddenText } from "../../../core/domain/document/HiddenText.ts"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import { ownText } from "../../../core/kernel/own-text.ts"
import { fold } from "../../dom/walk.ts"

/** A part of a page or a file that readers cannot see. */
export interface UnseenPart {
  readonly reason: HiddenReason
  /** CSS selector of the element; in a file, the place of the part. Only the first ones are made. */
  readonly place: () => string
  readonly text: string
}

const maxSamples = 5
const maxSample = 120

/** Undefined if there are none. */
export const hiddenTextOf = (parts: ReadonlyArray<UnseenPart>): HiddenText | undefined =>
  parts.length === 0 ? undefined : {
    parts: parts.length,
    characters: parts.reduce((sum, { text }) => sum + fold(text).length, 0),
    samples: parts.slice(0, maxSamples).map(({ place, reason, text }) => ({
      reason,
      selector: ownText(place()),
      text: ownText(fold(text.slice(0, maxSample * 4)).slice(0, maxSample))
    }))
  }

/** Labels for screen readers and states of controls are shorter. */
const minWords = 12

/** The warning `hidden_text`, if a part has a sentence. */
export const hiddenWarnings = ({ characters, parts, samples }: HiddenText): ReadonlyArray<Warning> =>
  samples.some(({ text }) => text.split(" ").length >= minWords || /[\u3040-\u9fff]{16}/.test(text))
    ? [{
      code: "hidden_text",
      message: `${characters} characters in ${
        parts === 1 ? "one part" : `${parts} parts`
      } of the page cannot be seen (${
        [...new Set(samples.map(({ reason }) => reason))].join(", ")
      }); they are not content.`
    }]
    : []
