/** The eight stages of a Document, in order. */
export const stageNames = ["fetch", "parse", "content", "metadata", "links", "media", "records", "combine"] as const
export type StageName = (typeof stageNames)[number]
