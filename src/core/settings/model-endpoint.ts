import { Result } from "effect"
import { type Kind, parsed } from "./kinds.ts"

/** The operator's endpoint of a language model. */
export interface ModelEndpointSetting {
  /** Base URL of OpenAI's API, without a slash at the end. */
  readonly url: string
  /** Name of the model. */
  readonly name: string
  /** The file with the key. Undefined for an endpoint without keys. */
  readonly keyFile: string | undefined
}

const form = "it is not a base URL, a space and the name of a model, with a space and a file if there is a key"

export const modelEndpoint: Kind<ModelEndpointSetting> = parsed((raw) => {
  const [, address = "", name = "", keyFile] = /^(\S+)\s+(\S+)(?:\s+(\S.*))?$/.exec(raw) ?? []
  if (name === "") return Result.fail(form)
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    return Result.fail("its address is not an http or https URL")
  }
  // Not repeated: it may contain a password.
  if (url.username !== "" || url.password !== "") {
    return Result.fail("its address has a user name or password; put the key into a file and name that at the end")
  }
  if (url.search !== "" || url.hash !== "") return Result.fail("its address has something after the path")
  return Result.succeed<ModelEndpointSetting>({ url: url.href.replace(/\/+$/, ""), name, keyFile })
}, ({ keyFile, name, url }) => [url, name, ...(keyFile === undefined ? [] : [keyFile])].join(" "))
