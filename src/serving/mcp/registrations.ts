import { Context, Effect, Layer } from "effect"
import { McpProtocol, McpSchema, McpServer } from "effect/ai"
import { version } from "../../core/kernel/version.ts"
import type { LocalCaller } from "../server/auth/local-callers.ts"
import { makePagedTexts } from "./shared/PagedTexts.ts"
import { type Call, text } from "./shared/Tool.ts"
import { discover } from "./tools/discover-tool.ts"
import { crawlDocuments } from "./tools/job-documents.ts"
import { crawlLedger, crawlRecords, crawlTemplates } from "./tools/job-lists.ts"
import { searchJob } from "./tools/job-search-tool.ts"
import { batch, crawl, crawlCancel, crawlStatus, crawlWait } from "./tools/job-tools.ts"
import { interact, scrape, screenshot } from "./tools/page-tools.ts"
import { scheduleChanges, schedules } from "./tools/schedule-tools.ts"
import { searchWeb } from "./tools/search-tools.ts"
import { wrapperCheck, wrapperLearn, wrapperRelearn, wrappers } from "./tools/wrapper-tools.ts"

const tools = [
  scrape,
  discover,
  screenshot,
  interact,
  searchWeb,
  crawl,
  batch,
  crawlWait,
  crawlStatus,
  crawlDocuments,
  crawlRecords,
  crawlTemplates,
  crawlLedger,
  searchJob,
  crawlCancel,
  schedules,
  scheduleChanges,
  wrappers,
  wrapperLearn,
  wrapperRelearn,
  wrapperCheck
]

/** The answer to `initialize`. */
export const serverFacts = {
  name: "gleaner",
  version,
  instructions:
    "Gleaner fetches web pages politely: it obeys robots.txt and waits between requests to one site, so a call may take a minute. Use scrape for one page, discover for its links, interact for content behind a click or a scroll, crawl for many pages of a site, batch for a list of URLs, search_web to find pages. Answers are cut at max_tokens and say how to get the rest.",
  protocols: [McpProtocol.v2026_07_28, McpProtocol.v2025_11_25, McpProtocol.v2025_06_18, McpProtocol.v2025_03_26]
} as const

/** The tools, each called as the caller of its request. */
export const registrations = (caller: Effect.Effect<LocalCaller>): Layer.Layer<never, never, McpServer.McpServer> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const server = yield* McpServer.McpServer
    const pagedTexts = makePagedTexts()
    yield* Effect.forEach(tools, ({ description, inputSchema, isReadOnly, name, outputSchema, run }) =>
      server.addTool({
        tool: new McpSchema.Tool({
          name,
          description,
          inputSchema: { ...inputSchema, type: "object" },
          outputSchema,
          // The defaults of the protocol are left out.
          annotations: isReadOnly ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: false }
        }),
        annotations: Context.empty(),
        handle: (input) =>
          Effect.flatMap(
            Effect.all([caller, notifier(server)]),
            ([call, notify]) => run(input ?? {}, { ...call, pagedTexts, notify })
          ).pipe(
            Effect.map(({ content, structured }) =>
              new McpSchema.CallToolResult({ content, structuredContent: structured })
            ),
            Effect.catchTag(
              "ToolFault",
              ({ message }) => Effect.succeed(new McpSchema.CallToolResult({ isError: true, content: [text(message)] }))
            )
          )
      }), { discard: true })
  }))

/** Sends notifications of progress to a caller whose request has a token for them. */
const notifier = (server: McpServer.McpServer["Service"]) =>
  Effect.contextWith((context: Context.Context<McpSchema.McpRequestContext>) => {
    const token = Context.get(context, McpSchema.McpRequestContext).requestMetadata?.progressToken
    const send = server.notifications["notifications/progress"]
    const notify: Call["notify"] = typeof token === "string" || typeof token === "number"
      ? (progress) => Effect.runPromiseWith(context)(send({ progressToken: token, ...progress }))
      : () => Promise.resolve()
    return Effect.succeed(notify)
  })
