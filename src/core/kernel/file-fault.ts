import type { PlatformError } from "effect"

/** The reason why a file or stdout cannot be read or written, for the user. */
export const fileFault = (cause: PlatformError.PlatformError | NodeJS.ErrnoException): string => {
  const code = codeOf(cause)
  return faults[code] ?? (code === "" ? "it failed" : `it failed (${code})`)
}

/** The reason that Effect gives, or the code of the system. */
export const codeOf = (cause: PlatformError.PlatformError | NodeJS.ErrnoException): string => {
  if (!("reason" in cause)) return cause.code ?? ""
  const system: unknown = cause.reason.cause
  const code = typeof system === "object" && system !== null && "code" in system ? system.code : undefined
  return typeof code === "string" ? code : cause.reason._tag
}

const missing = "there is no such file or folder"
const faults: Readonly<Record<string, string>> = {
  NotFound: missing,
  ENOENT: missing,
  PermissionDenied: "permission is denied",
  EACCES: "permission is denied",
  EEXIST: "it exists already; name another file",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full (ENOSPC)",
  EFBIG: "the file is too large (EFBIG)"
}
