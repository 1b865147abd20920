import { Schema } from "effect"
import { fileFault } from "../../../core/kernel/file-fault.ts"

/** The files of a crawl cannot be used. `message` names the file, and says what to do. */
export class FilesError extends Schema.TaggedError<FilesError>()("FilesError", { message: Schema.String }) {}

export const unusable = (message: string) => new FilesError({ message })

type FileFault = Parameters<typeof fileFault>[0]

export const cannotRead = (file: string) => (cause: FileFault) =>
  unusable(`${file} cannot be read: ${fileFault(cause)}`)
export const cannotWrite = (file: string) => (cause: FileFault) =>
  unusable(`${file} cannot be written: ${fileFault(cause)}`)
