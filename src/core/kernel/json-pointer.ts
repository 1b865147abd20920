/** A name or an index as a step of a JSON pointer (RFC 6901 section 3). */
export const pointerStep = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
