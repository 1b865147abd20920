import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { OpenApi } from "effect/http-api"
import { Api } from "../../contract/api/Api.ts"
import { docsPages } from "./docs-pages.ts"

interface Operation {
  readonly summary?: string
}

/** An introduction to the service for language models (llmstxt.org), made from the routes. Needs no API key. */
const llmsText = (): string => {
  const { info, paths } = OpenApi.fromApi(Api)
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Operation>>)
      .map(([method, { summary = "" }]) => `- \`${method.toUpperCase()} ${path}\`: ${summary}`)
  )
  return [
    `# ${info.title}`,
    "",
    `> ${info.description ?? ""}`,
    "",
    "Send the API key as `X-API-Key` or `Authorization: Bearer`. Bodies are JSON. An unknown field is an error that names the nearest one.",
    "",
    "## Routes",
    "",
    ...routes,
    "",
    "## Documentation",
    "",
    ...docsPages.map(({ about, name, title }) => `- [${title}](/docs/${name}.md): ${about}`),
    "",
    "## More",
    "",
    "- [OpenAPI document](/openapi.json): every field of every request and answer",
    "- [API reference](/docs/reference): the same for people",
    "- `/mcp`: the same as tools, over the Model Context Protocol (streamable HTTP, same keys)",
    ""
  ].join("\n")
}

let made: string | undefined

export const llmsTextRoute = HttpRouter.use((router) =>
  router.add(
    "GET",
    "/llms.txt",
    Effect.sync(() => HttpServerResponse.text(made ??= llmsText(), { contentType: "text/plain; charset=utf-8" }))
  )
)
