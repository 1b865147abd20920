import { beginReader } from "./begin-reader.ts"

/** The first module of a reader. */
beginReader()
await import("./serve-here.ts")
