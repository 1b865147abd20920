/** Uses of pages that a site can allow or refuse, as defined by contentsignals.org. */
export const purposes = ["search", "ai-input", "ai-train"] as const

/** How much of a page may be kept and shown, the least first (contentsignals.org, `use`). */
export const contentUses = ["immediate", "reference", "full"] as const
