import { Effect, Result, Schema } from "effect"
import type { McpSchema } from "effect/ai"
import { type GleanerClient, GleanerError } from "../../contract/client/index.ts"
import { wrongFields } from "../../core/domain/options/wrong-fields.ts"
import { strict } from "../../core/domain/schema/strict.ts"
import { nameOfField } from "../server/http/name-of-field.ts"
import type { PagedTexts } from "./PagedTexts.ts"

/** The context of a call. `client` acts as the caller, and `signal` aborts with the call. */
export interface Call {
  readonly client: GleanerClient
  readonly signal: AbortSignal
  readonly owner: string
  readonly pagedTexts: PagedTexts
}

export type Content = (typeof McpSchema.ContentBlock)["Type"]

/** A tool for agents: one use of the API, with an answer of limited length. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** As JSON Schema. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly isReadOnly: boolean
  readonly run: (input: unknown, call: Omit<Call, "signal">) => Effect.Effect<ReadonlyArray<Content>, ToolFault>
}

/** The cause of a failed call, in words for an agent. */
export class ToolFault extends Schema.TaggedError<ToolFault>()("ToolFault", { message: Schema.String }) {}

export const tool = <F extends Schema.Struct.Fields>(
  { fields, ...facts }: {
    readonly name: string
    readonly description: string
    readonly isReadOnly: boolean
    readonly fields: F
  },
  run: (input: Schema.Struct<F>["Encoded"], call: Call) => Promise<ReadonlyArray<Content>>
): Tool => {
  const schema = Schema.Struct(fields)
  // No field of the API needs a service.
  const decode = Schema.decodeUnknownResult(schema as unknown as Schema.Codec<unknown, unknown>)
  return {
    ...facts,
    inputSchema: inputSchemaOf(schema),
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

const inputSchemaOf = (schema: Schema.Top): Readonly<Record<string, unknown>> => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema, {
    onExcessProperty: "error",
    // Some clients do not follow references.
    referencePolicy: () => undefined
  })
  return { ...root, ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }) }
}

/** For a cursor in another form than the tool returns. */
export const wrongCursor = (): ToolFault =>
  new ToolFault({ message: "cursor is not one that this tool gave. Leave it out to begin at the start." })

export const text = (text: string): Content => ({ type: "text", text })
