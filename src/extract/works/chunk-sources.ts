/** The fields of a Document that chunks are made of. */
export const chunkSources = ["url", "final_url", "markdown", "chunks"] as const
