import { fold, isBlank } from "../../dom/walk.ts"
import * as words from "../../rules/date-words.ts"
import { mayBeDate } from "./dates.ts"

const maxTexts = 60
const maxTextLength = 200

/** Collects texts such as `This entry was posted on 3 May 2024`, with the label in the same text or in the one before. */
export class LabelledDates {
  readonly texts: Array<string> = []
  /** Text that may be a label for the next one. */
  private label = ""

  add(text: string): void {
    if (text.length > maxTextLength) this.label = ""
    else if (!mayBeDate(text)) this.label = isBlank(text) ? this.label : text
    else if (this.texts.length < maxTexts) {
      const line = fold(words.labelledText.test(text) ? text : `${this.label} ${text}`)
      if (words.labelledText.test(line)) this.texts.push(line)
      this.label = ""
    }
  }
}
