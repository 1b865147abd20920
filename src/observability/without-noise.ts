import { Tracer } from "effect"

/** A tracer that samples none of what happens all the time and says little, nor what happens within it. */
export const withoutNoise = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    ...tracer,
    span: (options) => tracer.span(isNoise.test(options.name) ? { ...options, sampled: false } : options)
  })

/** Notifications of MCP, and transactions: the operation of the store around them is a span. */
const isNoise = /^McpServer(?:\/Notifications\b|[./]notifications\/)|^sql\.transaction$/
