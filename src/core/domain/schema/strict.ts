/** Decoding that lists all faults, unknown fields among them. */
export const strict = { errors: "all", onExcessProperty: "error" } as const
