import { Schema } from "effect"
import { loadTokenizer } from "../../extract/chunks/tokenizer.ts"
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
      description: `Maximum tokens of the answer, in the encoding o200k. Default ${defaultTokens}.`,
      default: defaultTokens
    })
  ),
  cursor: Schema.optionalKey(
    Schema.String.annotate({
      description: "The cursor at the end of an answer that was cut. It continues that answer."
    })
  )
}

/** The note at the end of an answer that was cut. */
export const restNote = (name: string, cursor: string, left = "more"): string =>
  `[The answer was cut here: ${left} left. Call ${name} with the same arguments and cursor "${cursor}" for the rest.]`

export const placeIn = (cursor: string): Cursor => {
  const place = cursorIn(cursor)
  if (place === undefined) throw wrongCursor()
  return place
}

/** The next part of an answer whose text is still cached. */
export const restOf = (name: string, cursor: string, maxTokens: number | undefined, call: Call): Promise<string> => {
  const place = placeIn(cursor)
  const cached = call.pagedTexts.get(call.owner, place)
  if (cached !== undefined) return partOf(name, cached, place.next, maxTokens, call)
  throw new ToolFault({ message: `The rest is no longer kept. Call ${name} without cursor.` })
}

/** The part of a text from `from` on. Caches the text if there is another part. */
export const partOf = async (
  name: string,
  whole: string,
  from: number,
  maxTokens: number | undefined,
  { owner, pagedTexts }: Call
): Promise<string> => {
  const count = await loadTokenizer()
  const { next, part } = cutText(whole, from, capacityOf(maxTokens), count)
  if (next === undefined) return part
  const left = `about ${Math.ceil(count(part) * (whole.length - next) / Math.max(1, part.length))} tokens`
  return `${part}\n\n${restNote(name, pagedTexts.put(owner, whole, next), left)}`
}
