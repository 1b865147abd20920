import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { Option } from "effect"
import fc from "fast-check"
import * as http from "node:http"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { keys, serviceProcess } from "../support/entries/service-process.ts"
import { json } from "../support/shapes.ts"

const live = serviceOverSite({ workers: 0, browser: Option.some("off"), maxPages: 2 }, serviceProcess)

/** Requests of each operation. */

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string; readonly example?: unknown }>
  readonly fields: ReadonlyArray<string>
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>
}

interface Sent {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

let operations: ReadonlyArray<Operation> = []
let validator: (operation: Operation, status: number, type: string) => ValidateFunction | undefined
let job = ""

beforeAll(async () => {
  const document = await json(await fetch(`${live.service.url}/openapi.json`))
  // A Document has only the keys that `fields` of its request names.
  delete (document as { readonly components: { readonly schemas: { readonly Document: { required?: unknown } } } })
    .components.schemas.Document.required
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, "api")
  const pointer = (...parts: ReadonlyArray<string>) =>
    parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")
  validator = ({ method, path }, status, type) =>
    ajv.getSchema(`api#/${pointer("paths", path, method, "responses", String(status), "content", type, "schema")}`)
  const { components, paths } = document as {
    readonly components: { readonly schemas: Record<string, { readonly properties?: object }> }
    readonly paths: Record<string, Record<string, Operation & { readonly requestBody?: Body }>>
  }
  operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody, responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      parameters,
      responses,
      fields: Object.keys(components.schemas[nameOf(requestBody)]?.properties ?? {})
    }))
  )
  const { id } = await live.crawled({ max_pages: 2 })
  await live.ended(id)
  job = String(id)
})

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>
}

const nameOf = (body: Body | undefined): string =>
  body?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? ""

const odd = fc.constantFrom("", " ", "%", "%ff", "\u0000", "..", "a/b", "é", "0", "-1", "true", "a".repeat(3000), "[]")

/** Pages of the site, so that no request leaves this machine. */
const url = () =>
  fc.oneof(
    fc.constantFrom("/", "/articles/tide", "/shop", "/missing", "/private/log", "/files/archive.zip", "/hop/2").map(
      (path) => live.site.url + path
    ),
    fc.constantFrom("http://10.0.0.1/", "ftp://x", "http://127.0.0.1:1/", "")
  )

const value = (name: string): fc.Arbitrary<unknown> => {
  if (name === "url" || name === "since") return name === "url" ? url() : fc.oneof(fc.constant(job), odd)
  if (name === "urls") return fc.array(url(), { maxLength: 3 })
  if (name === "max_pages") return fc.constantFrom<unknown>(1, 2, 2, 0, "2")
  return fc.oneof(fc.boolean(), fc.integer({ min: -2, max: 3 }), odd, fc.jsonValue({ maxDepth: 2 }))
}

const body = ({ fields }: Operation): fc.Arbitrary<string | undefined> => {
  if (fields.length === 0) return fc.option(fc.constantFrom("{}", "x"), { nil: undefined, freq: 5 })
  const needed = fields.filter((name) => name === "url" || name === "urls")
  const others = fc.uniqueArray(fc.constantFrom(...fields, "unknown"), { maxLength: 2 })
  return fc.oneof(
    {
      weight: 9,
      arbitrary: others.chain((names) =>
        fc.record(Object.fromEntries([...needed, ...names].map((name) => [name, value(name)]))).map((fields) =>
          JSON.stringify(fields)
        )
      )
    },
    { weight: 1, arbitrary: fc.constantFrom("", "{", "[]", "null", "7") }
  )
}

const query = ({ parameters }: Operation): fc.Arbitrary<string> => {
  const known = parameters.filter((parameter) => parameter.in === "query")
  const one = ({ example, name }: { readonly name: string; readonly example?: unknown }) =>
    fc.oneof(name === "url" ? url() : fc.constant(String(example ?? "x")), odd).map((text) =>
      `${name}=${encodeURIComponent(text)}`
    )
  const list = known.map((parameter) => fc.option(one(parameter), { nil: "", freq: parameter.name === "url" ? 9 : 1 }))
  return fc.tuple(...list, fc.constantFrom("", "", "", "", "x=1", "%ff", "=", "&&")).map((parts) =>
    parts.filter((part) => part !== "").join("&")
  )
}

/** No request deletes the job that the others read. An empty id at the end of a path leaves another operation's path. */
const id = ({ method, path }: Operation) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(method === "delete" ? "1".repeat(32) : job) },
    fc.constantFrom(
      "x",
      "%ff",
      "%00",
      "%2e%2e",
      "%2F",
      "a".repeat(3000),
      path.endsWith("{id}") ? "y" : "",
      "0".repeat(32),
      "%F0%9F%98%80",
      ";a=1"
    ),
    fc.string({ minLength: 1, maxLength: 12 }).map(encodeURIComponent)
  )

const headers = (): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc.record({
    "x-api-key": fc.constantFrom(keys.first, keys.first, keys.first, keys.second, "wrong", ""),
    "accept": fc.constantFrom(
      "*/*",
      "application/json",
      "text/html",
      "application/x-ndjson",
      "text/markdown",
      ";q=x",
      ""
    ),
    "content-type": fc.constantFrom(
      "application/json",
      "application/json",
      "application/json; charset=x",
      "text/plain"
    ),
    "if-none-match": fc.constantFrom("*", "\"x\"", "W/"),
    "idempotency-key": fc.constantFrom("a", "b", "", "é".normalize("NFD").slice(0, 1), "k".repeat(300)),
    "last-event-id": fc.constantFrom("0", "1", "-1", "x", "9".repeat(30)),
    "x-request-id": fc.constantFrom("id", "two words", "x".repeat(200)),
    "accept-encoding": fc.constantFrom("identity", "gzip;q=0, *;q=0"),
    "cookie": fc.constantFrom("a=b", "gleaner=x", "=;;"),
    "range": fc.constantFrom("bytes=0-1", "x")
  }, { requiredKeys: [] }).map((given) => ({ "x-api-key": keys.first, "accept-encoding": "identity", ...given }))

const request = (operation: Operation): fc.Arbitrary<Sent> =>
  fc.record({ id: id(operation), query: query(operation), headers: headers(), body: body(operation) }).map((
    given
  ) => ({
    method: operation.method.toUpperCase(),
    path: operation.path.replace("{id}", given.id) + (given.query === "" ? "" : `?${given.query}`),
    headers: { "content-type": "application/json", ...given.headers },
    body: given.body
  }))

interface Received {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** The request line as it is: `fetch` would mend the path. */
const send = ({ body, headers, method, path }: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(live.service.url)
    // Node sends the body of a GET without its length, after which the service closes the connection.
    const asked = http.request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("data", (chunk: string) => text += chunk).on("end", () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers["content-type"] ?? "", text })).on(
          "error",
          reject
        )
    })
    asked.on("error", reject).end(body)
  })

/** Undefined if the answer is one that the operation declares. */
const faultOf = (operation: Operation, { status, text, type }: Received): string | undefined => {
  const declared = operation.responses[String(status)]
  if (declared === undefined) return `status ${status} is not declared: ${text.slice(0, 200)}`
  const types = Object.keys(declared.content ?? {})
  if (types.length === 0) return text === "" ? undefined : `${status} has a body: ${text.slice(0, 200)}`
  const found = types.find((name) => name.split(";")[0] === type.split(";")[0])
  if (found === undefined) return `${status} has the type ${type}, not ${types.join(" or ")}: ${text.slice(0, 200)}`
  if (!/^application\/(?:problem\+)?json$/.test(found)) return undefined
  const validate = validator(operation, status, found)
  if (validate === undefined) return `${status} ${found} has no schema`
  return validate(JSON.parse(text))
    ? undefined
    : `${status} does not fit its schema: ${JSON.stringify(validate.errors?.slice(0, 3))} ${text.slice(0, 200)}`
}

describe("the operations of /openapi.json, at random", () => {
  const answerAsDeclared = async (runs: number) => {
    assert.isAtLeast(operations.length, 20)
    const seen = new Set<string>()
    const faults = new Map<string, string>()
    await Promise.all(operations.map(async (operation) => {
      for (const sent of fc.sample(request(operation), runs)) {
        const received = await send(sent)
        seen.add(String(received.status))
        const fault = faultOf(operation, received)
        if (fault !== undefined) {
          faults.set(`${operation.name}: ${fault}`.slice(0, 120), `${JSON.stringify(sent)} -> ${fault}`)
        }
      }
    }))
    assert.deepStrictEqual([...faults].map(([name, fault]) => `${name}\n${fault.slice(0, 900)}`), [])
    return seen
  }

  it("answer nothing that they do not declare", () => answerAsDeclared(10))

  it("answer nothing that they do not declare, to many requests of all kinds", { tags: "long" }, async () => {
    const seen = await answerAsDeclared(60)
    for (const status of ["200", "202", "400", "401", "404", "415"]) assert.isTrue(seen.has(status), status)
  })
})
