import { Result } from "effect"
import { type Kind, parsed } from "./kinds.ts"

/** Identity and key that sign requests to sites. */
export interface BotAuthSetting {
  /** Origin of the key directory, an https URL. */
  readonly agent: string
  /** The file with the private key. */
  readonly keyFile: string
}

const form = "it is not an https URL, a space and a file"

export const botAuth: Kind<BotAuthSetting> = parsed((raw) => {
  const [, written = "", keyFile = ""] = /^(\S+)\s+(\S.*)$/.exec(raw) ?? []
  const url = URL.parse(written)
  if (url === null || keyFile === "") return Result.fail(form)
  if (url.protocol !== "https:" || url.pathname !== "/" || url.search !== "" || url.username !== "") {
    return Result.fail(`${JSON.stringify(written)} is not an https origin: https://, a host, and no path`)
  }
  return Result.succeed({ agent: url.origin, keyFile })
}, ({ agent, keyFile }) => `${agent} ${keyFile}`)

/**
 * The forms of the field Signature-Agent: `dictionary`, as the current draft has it, or `item`, the bare string of
 * earlier drafts.
 */
export type SignatureAgentForm = "dictionary" | "item"

export const signatureAgentForm: Kind<SignatureAgentForm> = parsed(
  (raw) => raw === "dictionary" || raw === "item" ? Result.succeed(raw) : Result.fail("it is not dictionary or item"),
  (form) => form
)
