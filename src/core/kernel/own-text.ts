/**
 * A copy with memory of its own. A substring shares the memory of the whole text, as the texts of a tree share the
 * source of the page, and keeps it alive. V8 copies slices of fewer than 13 characters itself.
 */
export const ownText = (text: string): string => text.length < minShared ? text : ` ${text}`.slice(1)

const minShared = 13
