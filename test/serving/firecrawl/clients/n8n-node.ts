import { createRequire } from "node:module"
import * as path from "node:path"

type Values = Record<string, unknown>
interface Options {
  url: string
  method?: string
  baseURL?: string
  body: Values
  headers: Record<string, string>
}
type PreSend = (this: object, options: Options) => Promise<Options>
interface Property {
  readonly name: string
  readonly type?: string
  readonly value?: string
  readonly displayOptions?: { readonly show?: { readonly resource?: ReadonlyArray<string> } }
  readonly options?: ReadonlyArray<Property>
  /** The properties of an option of a fixed collection. */
  readonly values?: ReadonlyArray<Property>
  readonly routing?: {
    readonly request?: Values
    readonly send?: { readonly preSend?: ReadonlyArray<PreSend> }
  }
}
interface NodeType {
  readonly description: { readonly properties: ReadonlyArray<Property>; readonly requestDefaults: Values }
}
interface Helpers {
  readonly displayParameter: (values: Values, property: Property, node: object) => boolean
  readonly getNodeParameters: (
    properties: ReadonlyArray<Property>,
    values: Values,
    returnDefaults: boolean,
    returnHidden: boolean,
    node: object
  ) => Values
}
interface Expression {
  readonly getParameterValue: (...args: ReadonlyArray<unknown>) => unknown
}
type WorkflowClass = new(parameters: object) => { readonly expression: Expression }

const name = "Firecrawl"

const has = (value: unknown, key: string): boolean => typeof value === "object" && value !== null && key in value

/**
 * Firecrawl's node for n8n, run as n8n runs a declarative node (RoutingNode of n8n-core, which is 380 MB): the
 * properties that are displayed for the parameters give the request, with n8n's own expressions and defaults.
 */
export const n8nNode = (home: string, credentials: { readonly baseUrl: string; readonly apiKey: string }) => {
  const require = createRequire(path.join(home, "package.json"))
  const { Firecrawl } = require("@mendable/n8n-nodes-firecrawl/dist/nodes/Firecrawl/Firecrawl.node.js") as {
    readonly Firecrawl: new() => NodeType
  }
  const { ExpressionEvaluatorProxy, NodeHelpers, Workflow } = require("n8n-workflow") as {
    readonly ExpressionEvaluatorProxy: { readonly setEvaluator: (name: string) => void }
    readonly NodeHelpers: Helpers
    readonly Workflow: WorkflowClass
  }
  const get = require("lodash/get") as (values: unknown, place: string) => unknown
  const merge = require("lodash/merge") as <A>(one: A, other: Partial<A>) => A
  // The default of n8n, which its library does not have.
  ExpressionEvaluatorProxy.setEvaluator("tournament")
  const nodeType = new Firecrawl()
  const { properties, requestDefaults } = nodeType.description

  const run = async (given: Values): Promise<unknown> => {
    const node = { id: "1", name, type: "firecrawl", typeVersion: 1, position: [0, 0], parameters: given }
    const parameters = NodeHelpers.getNodeParameters(properties, given, true, false, node)
    const whole = { ...node, parameters }
    const nodeTypes = { getByNameAndVersion: () => nodeType, getByName: () => nodeType }
    const { expression } = new Workflow({ nodes: [whole], connections: {}, active: false, nodeTypes })
    const resolved = (value: unknown, $value: unknown): unknown =>
      expression.getParameterValue(
        value,
        null,
        0,
        0,
        name,
        [{ json: {} }],
        "manual",
        { $value, $credentials: credentials },
        undefined,
        false
      )
    const preSend: Array<PreSend> = []
    let options = resolved(requestDefaults, undefined) as Options
    /** Adds the request of a property, then those of the properties within it. */
    const add = (property: Property, place: string): void => {
      const value = get(parameters, place)
      const { options: inner = [], routing = {}, type } = property
      options = merge(options, resolved(routing.request ?? {}, resolved(value, undefined)) as Partial<Options>)
      preSend.push(...routing.send?.preSend ?? [])
      if (type === "options") {
        for (const option of inner.filter((option) => option.value === value)) add(option, `${place}.${option.name}`)
      } else if (type === "collection") {
        for (const option of inner) if (has(value, option.name)) add(option, `${place}.${option.name}`)
      } else if (type === "fixedCollection") {
        for (const { name, values = [] } of inner) {
          if (has(value, name)) { for (const one of values) addShown(one, `${place}.${name}.${one.name}`) }
        }
      }
    }
    const addShown = (property: Property, place: string): void => {
      if (NodeHelpers.displayParameter(parameters, property, whole)) add(property, place)
    }
    for (const property of properties) addShown(property, property.name)
    const context = {
      getNodeParameter: (parameter: string, fallback: unknown) => parameters[parameter] ?? fallback,
      getNode: () => whole
    }
    for (const change of preSend) options = await change.call(context, options)
    const { baseURL = "", body, headers, method = "GET", url } = options
    const answer = await fetch(`${baseURL}${url}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${credentials.apiKey}` },
      ...(method === "GET" ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return JSON.parse(text)
  }
  return {
    run,
    operations: properties.filter((property) => property.name === "operation").flatMap(({ displayOptions, options }) =>
      (options ?? []).map(({ value = "" }) => [displayOptions?.show?.resource?.[0] ?? "", value] as const)
    )
  }
}
