import { Context } from "effect"
import type { ContentNode } from "./tree/ContentNode.ts"

/** How one kind of node is written: turndown's own rule, over the nodes of the content tree. */
export interface MarkdownRule {
  /** A node's name in upper case, as ContentNode lists them, or a test. */
  readonly filter: string | ((node: ContentNode) => boolean)
  /** What is written for the node; `content` is the markdown of what is in it. */
  readonly replacement: (content: string, node: ContentNode) => string
}

/**
 * Rules that an application adds to the markdown of its documents, tried before ours. They hold for pages read in this
 * process (GLEANER_WORKERS=0): a rule is a function, and a reader is a process of its own.
 */
export const MarkdownRules = Context.Reference<ReadonlyArray<MarkdownRule>>("gleaner/extract/MarkdownRules", {
  defaultValue: () => []
})
