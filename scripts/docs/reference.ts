import { block, type Content, escaped, type Heading } from "./markdown.ts"
import { factsOf, fieldsOf, isPart, type Part, partOf, partsOf, refName, typeOf } from "./schemas.ts"

/** The API reference, made from the OpenAPI document: routes by group, then the objects, then the problems. */
export const referenceContent = (document: object): Content => {
  const spec = document as Part // an OpenAPI document is JSON
  const schemas = partOf(partOf(spec["components"])["schemas"])
  const isProblem = (name: string) =>
    isPart(partOf(partOf(schemas[name])["properties"])["code"]) &&
    "title" in partOf(partOf(schemas[name])["properties"])
  const problems = Object.keys(schemas).filter(isProblem)
  const objects = Object.keys(schemas).filter((name) => !isProblem(name)).toSorted()
  const routes = Object.entries(partOf(spec["paths"])).flatMap(([path, item]) =>
    Object.entries(partOf(item)).map(([method, operation]): Route => ({ method, path, operation: partOf(operation) }))
  )
  const tags = partsOf(spec["tags"]).map((tag) => ({ name: String(tag["name"]), about: String(tag["description"]) }))
  const grouped = tags.map((tag) => ({
    ...tag,
    routes: routes.filter(({ operation }) => tagsOf(operation).includes(tag.name))
  }))
  const html = [
    introduction,
    index(grouped.flatMap((group) => group.routes)),
    ...grouped.flatMap(({ about, name, routes }) => [
      `<h2 id="${name}">${capital(name)}</h2>\n<p>${escaped(about)}</p>`,
      ...routes.map((route) => routeSection(route, schemas, problems))
    ]),
    `<h2 id="objects">Objects</h2>`,
    ...objects.map((name) => objectSection(name, partOf(schemas[name]))),
    `<h2 id="problems">Problems</h2>\n<p>Every error is an RFC 9457 problem (<code>application/problem+json</code>). ` +
    `Its <code>detail</code> says what to do.</p>`,
    table(["code", "status", "title", "more"], problems.map((name) => problemRow(name, partOf(schemas[name]))))
  ].join("\n")
  return { html: `${html}\n`, headings: headingsOf(grouped) }
}

interface Route {
  readonly method: string
  readonly path: string
  readonly operation: Part
}

const introduction = `<h1>API reference</h1>
<p>Every <code>/v1</code> route takes the key in <code>X-API-Key</code>, or as <code>Authorization: Bearer</code>; pages of the
service's own origin may send the cookie of a session. Bodies are JSON. An unknown field or query parameter is an error that names
the nearest known one. A star marks what is required. The same as OpenAPI 3.1: <a href="/openapi.json"><code>/openapi.json</code></a>.</p>`

const tagsOf = (operation: Part): ReadonlyArray<unknown> => Array.isArray(operation["tags"]) ? operation["tags"] : []

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

export const anchorOfRoute = (method: string, path: string): string =>
  `${method}${path.replaceAll(/[^a-z0-9]+/gi, "-")}`.replace(/-$/, "")

const methodOf = (method: string): string => `<span class="method ${method}">${method.toUpperCase()}</span>`

const headingsOf = (groups: ReadonlyArray<{ readonly name: string }>): ReadonlyArray<Heading> =>
  [...groups.map(({ name }) => name), "objects", "problems"].map((id) => ({ id, level: 2, title: capital(id) }))

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.length === 0
    ? ""
    : `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n<thead><tr>${
      head.map((text) => `<th>${text}</th>`).join("")
    }</tr></thead>\n<tbody>\n${
      rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("\n")
    }\n</tbody></table></div>`

const index = (routes: ReadonlyArray<Route>): string =>
  table(
    ["route", "what it does"],
    routes.map(({ method, operation, path }) => [
      `<a class="route" href="#${anchorOfRoute(method, path)}">${methodOf(method)} ${escaped(path)}</a>`,
      escaped(String(operation["summary"] ?? ""))
    ])
  )

const routeSection = ({ method, operation, path }: Route, schemas: Part, problems: ReadonlyArray<string>): string => {
  const body = partOf(partOf(partOf(operation["requestBody"])["content"])["application/json"])
  const name = refName(body["schema"])
  const fields = name === undefined ? [] : fieldsOf(partOf(schemas[name]))
  const parameters = partsOf(operation["parameters"])
  const responses = Object.entries(partOf(operation["responses"]))
  const id = anchorOfRoute(method, path)
  return [
    `<h3 id="${id}">${methodOf(method)} <span class="route">${
      escaped(path)
    }</span> <a class="anchor" href="#${id}" aria-label="Link to this route">#</a></h3>`,
    `<p><strong>${escaped(String(operation["summary"] ?? ""))}.</strong> ${
      escaped(String(operation["description"] ?? ""))
    }</p>`,
    parameters.length === 0
      ? ""
      : `<h4>Parameters</h4>\n${table(["name", "in", "type", "meaning"], parameters.map(parameterRow))}`,
    fields.length === 0 ? "" : `<h4>Body: ${linkTo(name ?? "")}</h4>\n${fieldTable(fields)}`,
    `<h4>Example</h4>\n${block(curl(method, path, body["example"], parameters), "sh")}`,
    `<h4>Answers</h4>`,
    ...responses.filter(([status]) => status < "300").map(([status, response]) => answer(status, partOf(response))),
    failures(responses, problems)
  ].filter((text) => text !== "").join("\n")
}

const linkTo = (name: string): string => `<a href="#${name}">${name}</a>`

const parameterRow = (parameter: Part): ReadonlyArray<string> => [
  `<code>${escaped(String(parameter["name"]))}</code>${parameter["required"] === true ? " *" : ""}`,
  escaped(String(parameter["in"])),
  typeOf(parameter["schema"]),
  `${escaped(String(parameter["description"] ?? ""))} ${factsOf(parameter["schema"])}`.trim()
]

const fieldTable = (fields: ReturnType<typeof fieldsOf>): string =>
  table(
    ["field", "type", "meaning"],
    fields.map(({ name, required, schema }) => [
      `<code>${escaped(name)}</code>${required ? " *" : ""}`,
      typeOf(schema),
      `${escaped(String(partOf(schema)["description"] ?? ""))} ${factsOf(schema)}`.trim()
    ])
  )

const answer = (status: string, response: Part): string => {
  const media = Object.entries(partOf(response["content"]))
  const kinds = media.map(([type, content]) =>
    `<code>${escaped(type)}</code>${type.endsWith("json") ? `: ${typeOf(partOf(content)["schema"])}` : ""}`
  )
  const example = partOf(media.find(([type]) => type === "application/json")?.[1])["example"]
  const headers = Object.keys(partOf(response["headers"])).map((name) => `<code>${escaped(name)}</code>`)
  return [
    `<p><strong>${status}</strong> ${escaped(String(response["description"] ?? ""))} ${kinds.join(", ")}${
      headers.length === 0 ? "" : ` <span class="note">Header fields: ${headers.join(", ")}</span>`
    }</p>`,
    example === undefined
      ? ""
      : `<details><summary>Example of the answer</summary>\n${
        block(JSON.stringify(example, null, 2), "json")
      }</details>`
  ].filter((text) => text !== "").join("\n")
}

const failures = (responses: ReadonlyArray<readonly [string, unknown]>, problems: ReadonlyArray<string>): string => {
  const refusals = responses.filter(([status]) => status >= "400").map(([status, response]) => {
    const schema = partOf(partOf(partOf(partOf(response)["content"])["application/problem+json"])["schema"])
    const names = [schema, ...partsOf(schema["anyOf"])].map(refName).filter((name) =>
      name !== undefined && problems.includes(name)
    )
    return `${status} ${names.map((name) => `<a href="#${name}">${name}</a>`).join(", ")}`
  })
  return refusals.length === 0 ? "" : `<p class="note">Problems: ${refusals.join("; ")}.</p>`
}

const curl = (method: string, path: string, example: unknown, parameters: ReadonlyArray<Part>): string => {
  const valueOf = (parameter: Part | undefined) => String(parameter?.["example"] ?? "")
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => valueOf(parameters.find((one) => one["name"] === name))
  )
  const query = parameters.filter((one) => one["in"] === "query" && one["required"] === true)
    .map((one) => `${String(one["name"])}=${encodeURIComponent(valueOf(one))}`).join("&")
  const parts = [
    `curl -s${path.endsWith("/events") ? "N" : ""}${
      method === "get" || (method === "post" && example !== undefined) ? "" : ` -X ${method.toUpperCase()}`
    } 'localhost:8080${filled}${query === "" ? "" : `?${query}`}'`,
    `-H 'X-API-Key: a-secret-of-24-characters'`,
    ...(example === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d '${JSON.stringify(example).replaceAll("'", String.raw`'\''`)}'`]),
    // A terminal has no use for a picture.
    ...(path.endsWith("/pictures/{n}") ? ["-o page.webp"] : []),
    ...(path.endsWith("/screenshot") ? [`-o page.${String(partOf(example)["format"] ?? "png")}`] : [])
  ]
  return parts.join(" \\\n  ")
}

const objectSection = (name: string, schema: Part): string => {
  const fields = fieldsOf(schema)
  const about = escaped(String(schema["description"] ?? ""))
  const example = Array.isArray(schema["examples"]) ? schema["examples"][0] : undefined
  return [
    `<h3 id="${name}">${name} <a class="anchor" href="#${name}" aria-label="Link to ${name}">#</a></h3>`,
    about === "" ? "" : `<p>${about}</p>`,
    fields.length > 0 ? fieldTable(fields) : `<p>${typeOf(schema)} ${factsOf(schema)}</p>`,
    example === undefined ? "" : block(JSON.stringify(example), "json")
  ].filter((text) => text !== "").join("\n")
}

/** The members that every problem has need no word. */
const common = new Set(["detail", "instance", "code", "url", "type", "status", "title"])

const problemRow = (name: string, schema: Part): ReadonlyArray<string> => {
  const properties = partOf(schema["properties"])
  const constant = (key: string) =>
    escaped(String((partOf(properties[key])["enum"] as ReadonlyArray<unknown> | undefined)?.[0] ?? ""))
  return [
    `<code id="${name}">${constant("code")}</code>`,
    constant("status"),
    constant("title"),
    Object.keys(properties).filter((key) => !common.has(key)).map((key) => `<code>${key}</code>`).join(", ")
  ]
}
