import { Context } from "effect"
import type { ContentNode } from "./tree/ContentNode.ts"

/** Rule for one kind of node: a rule of turndown, over the nodes of the content tree. */
export interface MarkdownRule {
  /** A node's name in upper case, as ContentNode lists them, or a test. */
  readonly filter: string | ((node: ContentNode) => boolean)
  /** Markdown of the node; `content` is the markdown of its children. */
  readonly replacement: (content: string, node: ContentNode) => string
}

/**
 * Rules of an application, tried before the built-in ones. They apply only to pages extracted in this process
 * (GLEANER_WORKERS=0), because functions cannot be sent to a reader process.
 */
export const MarkdownRules = Context.Reference<ReadonlyArray<MarkdownRule>>("gleaner/extract/MarkdownRules", {
  defaultValue: () => []
})
