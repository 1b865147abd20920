import { Tracer } from "effect"

/** A tracer that does not sample frequent and trivial spans, nor spans within them. */
export const withoutNoise = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    ...tracer,
    span: (options) => tracer.span(isNoise.test(options.name) ? { ...options, sampled: false } : options)
  })

/** Notifications of MCP, and transactions: the operation of the store around them has a span. */
const isNoise = /^McpServer(?:\/Notifications\b|[./]notifications\/)|^sql\.transaction$/
