import { Context, Effect, Layer } from "effect"
import { McpProtocol, McpSchema, McpServer } from "effect/ai"
import { version } from "../../core/kernel/version.ts"
import type { LocalCaller } from "../server/auth/local-callers.ts"
import {
  crawl,
  crawlCancel,
  crawlDocuments,
  crawlLedger,
  crawlRecords,
  crawlStatus,
  crawlTemplates
} from "./job-tools.ts"
import { discover, interact, scrape, screenshot } from "./page-tools.ts"
import { makePagedTexts } from "./PagedTexts.ts"
import { scheduleChanges, schedules } from "./schedule-tools.ts"
import { searchWeb } from "./search-tools.ts"
import { text } from "./Tool.ts"
import { wrapperCheck, wrapperLearn, wrapperRelearn, wrappers } from "./wrapper-tools.ts"

const tools = [
  scrape,
  discover,
  screenshot,
  interact,
  searchWeb,
  crawl,
  crawlStatus,
  crawlDocuments,
  crawlRecords,
  crawlTemplates,
  crawlLedger,
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
    "Gleaner fetches web pages politely: it obeys robots.txt and waits between requests to one site, so a call may take a minute. Use scrape for one page, discover for its links, interact for content behind a click or a scroll, crawl for many pages of a site, search_web to find pages. Answers are cut at max_tokens and say how to get the rest.",
  protocols: [McpProtocol.v2026_07_28, McpProtocol.v2025_11_25, McpProtocol.v2025_06_18, McpProtocol.v2025_03_26]
} as const

/** The tools, each called as the caller of its request. */
export const registrations = (caller: Effect.Effect<LocalCaller>): Layer.Layer<never, never, McpServer.McpServer> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const server = yield* McpServer.McpServer
    const pagedTexts = makePagedTexts()
    yield* Effect.forEach(tools, ({ description, inputSchema, isReadOnly, name, run }) =>
      server.addTool({
        tool: new McpSchema.Tool({
          name,
          description,
          inputSchema: { ...inputSchema, type: "object" },
          annotations: {
            readOnlyHint: isReadOnly,
            destructiveHint: false,
            idempotentHint: isReadOnly,
            openWorldHint: true
          }
        }),
        annotations: Context.empty(),
        handle: (input) =>
          Effect.flatMap(caller, (call) => run(input ?? {}, { ...call, pagedTexts })).pipe(
            Effect.map((content) => new McpSchema.CallToolResult({ content })),
            Effect.catchTag(
              "ToolFault",
              ({ message }) => Effect.succeed(new McpSchema.CallToolResult({ isError: true, content: [text(message)] }))
            )
          )
      }), { discard: true })
  }))
