import { isNearly, meantName, nearestName } from "../../kernel/nearest-name.ts"
import { type OptionName, requestOptions } from "./RequestOptions.ts"
import { type Route, routeOptions } from "./RouteOptions.ts"
import { type ReportUnknown, unknownField } from "./wrong-fields.ts"

/** Message about an unknown field of a request. If it is an option of other routes, the message lists these routes. */
export const unknownOption: ReportUnknown = (name, known) => {
  const option = known.filter(isOption).length > 1 ? optionElsewhere(name, known) : undefined
  if (option === undefined) return unknownField(name, known)
  return `is unknown here; the nearest known name is ${option}, an option of ${
    routesWith(option).map((route) => `POST /v1/${route}`).join(", ")
  }`
}

/** The option of other routes that an unknown name means. Its own name wins over a similar one of this route. */
export const optionElsewhere = (name: string, known: ReadonlyArray<string>): OptionName | undefined => {
  const here = nearestName(name, known)
  if (here !== undefined && here === meantName(name, known)) return undefined
  const named = name.replace(/^-+/, "").replaceAll("-", "_")
  if (isOption(named)) return named
  if (here !== undefined && isNearly(name, here)) return undefined
  const option = meantName(name, Object.keys(requestOptions))
  return option !== undefined && isOption(option) ? option : undefined
}

export const routesWith = (option: OptionName): ReadonlyArray<Route> =>
  routes.filter((route) => routeOptions[route].some((name) => name === option))

const routes = Object.keys(routeOptions) as ReadonlyArray<Route> // the keys of this object

export const isOption = (name: string): name is OptionName => Object.hasOwn(requestOptions, name)
