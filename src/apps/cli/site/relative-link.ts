import * as path from "node:path"

/** A relative URL from one file to another, both below one folder. */
export const relativeLink = (from: string, to: string): string =>
  path.posix.relative(path.posix.dirname(from), to).split("/").map(encodeURIComponent).join("/")
