import { beginReader } from "../begin-reader.ts"

/** The first module of a process for optical character recognition. */
beginReader("gleaner ocr")
await import("./serve-scans.ts")
