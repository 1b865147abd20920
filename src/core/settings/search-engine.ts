import { Result } from "effect"
import { nearestName } from "../kernel/nearest-name.ts"
import { type Kind, parsed } from "./kinds.ts"

/** Names of the search engines that Gleaner can query. */
const engines = ["searxng"] as const

/** The search engine of the operator. */
export interface SearchEngineSetting {
  readonly engine: (typeof engines)[number]
  /** Its base URL, without a slash at the end. */
  readonly url: string
}

const form = "it is not the name of an engine, a space and its address"

export const searchEngine: Kind<SearchEngineSetting> = parsed((raw) => {
  const [, name = "", address = ""] = /^(\S+)\s+(\S+)$/.exec(raw) ?? []
  if (name === "") return Result.fail(form)
  const engine = engines.find((known) => known === name)
  if (engine === undefined) {
    const nearest = nearestName(name, engines)
    const hint = nearest === undefined ? "" : `, the nearest is ${nearest}`
    return Result.fail(`${JSON.stringify(name)} is unknown${hint}; the engines are ${engines.join(", ")}`)
  }
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    return Result.fail("its address is not an http or https URL")
  }
  // Not repeated: it may contain a password.
  if (url.username !== "" || url.password !== "") return Result.fail("its address has a user name or password")
  if (url.search !== "" || url.hash !== "") return Result.fail("its address has something after the path")
  return Result.succeed({ engine, url: url.href.replace(/\/+$/, "") })
}, ({ engine, url }) => `${engine} ${url}`)
