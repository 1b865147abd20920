import { Schema } from "effect"
import { loadTokenizer } from "../../../extract/chunks/tokenizer.ts"
import { cutText } from "./cut-text.ts"
import { type Cursor, cursorIn } from "./PagedTexts.ts"
import { type Call, ToolFault, wrongCursor } from "./Tool.ts"

const defaultTokens = 5000
/** Tokens of the note at the end, which counts too. */
const noteTokens = 100

/** Tokens of an answer without its note. */
export const capacityOf = (maxTokens = defaultTokens): number => maxTokens - noteTokens

/** The options of an answer in parts. */
export const bounds = {
  max_tokens: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 50_000 })).annotate({
      description: `Default ${defaultTokens}.`,
      default: defaultTokens
    })
  ),
  cursor: Schema.optionalKey(Schema.String.annotate({ description: "Of a cut answer." }))
}

/** The note at the end of an answer that was cut. */
export const restNote = (name: string, cursor: string, left = "more"): string =>
  `[The answer was cut here: ${left} left. Call ${name} with the same arguments and cursor "${cursor}" for the rest.]`

export const placeIn = (cursor: string): Cursor => {
  const place = cursorIn(cursor)
  if (place === undefined) throw wrongCursor()
  return place
}

/** A text that is cached from its first part on, and the start of its next part. */
export const restOf = (name: string, cursor: string, { owner, pagedTexts }: Call): TextPosition => {
  const place = placeIn(cursor)
  const cached = pagedTexts.get(owner, place)
  if (cached !== undefined) return { whole: cached, from: place.next }
  throw new ToolFault({ message: `The rest is no longer kept. Call ${name} without cursor.` })
}

/** A text, and the index where its next part starts. */
interface TextPosition {
  readonly whole: string
  readonly from: number
}

/** A part of a text: with a note about the rest, and without it. Its cursor is undefined at the end of the text. */
export interface TextPart {
  readonly words: string
  readonly part: string
  readonly cursor: string | undefined
}

/** The part of a text from `from` on. Caches the text if there is another part. */
export const partOf = async (
  name: string,
  { from, whole }: TextPosition,
  maxTokens: number | undefined,
  { owner, pagedTexts }: Call
): Promise<TextPart> => {
  const count = await loadTokenizer()
  const { next, part } = cutText(whole, from, capacityOf(maxTokens), count)
  if (next === undefined) return { words: part, part, cursor: undefined }
  const left = `about ${Math.ceil(count(part) * (whole.length - next) / Math.max(1, part.length))} tokens`
  const cursor = pagedTexts.put(owner, whole, next)
  return { words: `${part}\n\n${restNote(name, cursor, left)}`, part, cursor }
}

/** A position in a list and in its first item: `CURSOR` or `CURSOR~CHARACTERS`. Empty at the start of the list. */
export const listPlace = (
  cursor: string | undefined
): { readonly after: string | undefined; readonly from: number } => {
  const match = /^([\w-]{0,64})(?:~(\d{1,9}))?$/.exec(cursor ?? "")
  if (match === null || cursor === "") throw wrongCursor()
  const [, after = "", from = "0"] = match
  return { after: after === "" ? undefined : after, from: Number(from) }
}
