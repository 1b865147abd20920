import { Effect, Result, Schema } from "effect"
import type { McpSchema } from "effect/ai"
import { type GleanerClient, GleanerError } from "../../../contract/client/index.ts"
import { wrongFields } from "../../../core/domain/options/wrong-fields.ts"
import { strict } from "../../../core/domain/schema/strict.ts"
import { nameOfField } from "../../server/http/name-of-field.ts"
import { briefSchema, type JsonSchema, type MemberTypes, schemaOfMembers } from "./brief-schema.ts"
import type { PagedTexts } from "./PagedTexts.ts"

/** A notification of progress. `progress` grows with each one; `total` is left out where the end is not known. */
export interface Progress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** The context of a call. `client` acts as the caller, and `signal` aborts with the call. */
export interface Call {
  readonly client: GleanerClient
  readonly signal: AbortSignal
  readonly owner: string
  readonly pagedTexts: PagedTexts
  /** Sends a notification to a caller that has asked for them. */
  readonly notify: (progress: Progress) => Promise<void>
}

export type Content = (typeof McpSchema.ContentBlock)["Type"]

/** The same answer twice: content for models, and an object for programs. Clients pass on one of them. */
export interface Answer {
  readonly content: ReadonlyArray<Content>
  readonly structured: Readonly<Record<string, unknown>>
}

/** A tool for agents: one use of the API, with an answer of limited length. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly isReadOnly: boolean
  readonly run: (input: unknown, call: Omit<Call, "signal">) => Effect.Effect<Answer, ToolFault>
}

/** The cause of a failed call, in words for an agent. */
export class ToolFault extends Schema.TaggedError<ToolFault>()("ToolFault", { message: Schema.String }) {}

export const tool = <F extends Schema.Struct.Fields>(
  { answer, briefs, fields, listed, ...facts }: {
    readonly name: string
    readonly description: string
    readonly isReadOnly: boolean
    readonly fields: F
    /** Fields in the list of tools, where the description names the others. Default: all. */
    readonly listed?: ReadonlyArray<keyof F & string>
    /** Descriptions that differ from those of the options. */
    readonly briefs?: { readonly [Name in keyof F]?: string | undefined }
    /** Members of the structured answer. */
    readonly answer: MemberTypes
  },
  run: (input: Schema.Struct<F>["Encoded"], call: Call) => Promise<Answer>
): Tool => {
  const schema = Schema.Struct(fields)
  // No field of the API needs a service.
  const decode = Schema.decodeUnknownResult(schema as unknown as Schema.Codec<unknown, unknown>)
  return {
    ...facts,
    inputSchema: briefSchema(schema, { listed, briefs }),
    outputSchema: schemaOfMembers(answer),
    run: (input, call) => {
      const decoded = decode(input, strict)
      if (Result.isFailure(decoded)) return Effect.fail(wrongInput(decoded.failure.issue, input))
      return Effect.tryPromise({
        // Sent as it was received: the API decodes it, and redacts its secrets.
        try: (signal) => run(input as Schema.Struct<F>["Encoded"], { ...call, signal }),
        catch: (error) => {
          if (error instanceof GleanerError) return new ToolFault({ message: inWords(error) })
          if (error instanceof ToolFault) return error
          throw error
        }
      })
    }
  }
}

const maxErrors = 10

const wrongInput = (issue: Parameters<typeof wrongFields>[0], input: unknown): ToolFault =>
  new ToolFault({
    message: `Change the arguments and call again. ${
      wrongFields(issue, { max: maxErrors, input }).slice(0, maxErrors)
        .map(({ detail, path }) => `${path.length === 0 ? "the arguments" : path.join(".")}: ${detail}`).join("; ")
    }.`
  })

/** Every invalid field, or else the detail of the problem. */
const inWords = ({ code, detail, errors, retry_after }: GleanerError): string => {
  const fields = errors.map((error) => `${nameOfField(error)}: ${error.detail}`)
  const wait = retry_after === undefined || detail.includes(`${retry_after} s`) ? "" : ` Try again in ${retry_after} s.`
  return `${fields.length === 0 ? detail : fields.join("\n")}${wait} (${code})`
}

/** For a cursor in another form than the tool returns. */
export const wrongCursor = (): ToolFault =>
  new ToolFault({ message: "cursor is not one that this tool gave. Leave it out to begin at the start." })

export const text = (text: string): Content => ({ type: "text", text })

/** An answer whose content is one text. */
export const told = (words: string, structured: Answer["structured"]): Answer => ({
  content: [text(words)],
  structured
})
