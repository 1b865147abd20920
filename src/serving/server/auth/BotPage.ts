import { DateTime, Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Settings } from "../../../core/settings/Settings.ts"
import { escapeHtml } from "../../../extract/dom/escape-html.ts"
import { Renderer } from "../../../web/render/Renderer.ts"
import { ownToken } from "../../../web/robots/RobotsRules.ts"

export const botPath = "/bot"
export const rangesPath = "/bot/ranges.json"

/** The page for owners of sites that Gleaner visits, and its addresses. Neither needs an API key. */
export const botRoutes = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const settings = yield* Settings
  const renderer = yield* Renderer
  const { addressRanges } = settings
  const page = Effect.map(renderer.starts, (isRendering) =>
    HttpServerResponse.text(botPage(settings, isRendering), {
      contentType: "text/html; charset=utf-8",
      headers: {
        "x-content-type-options": "nosniff",
        "content-security-policy": contentSecurityPolicy,
        "cache-control": "max-age=3600"
      }
    }))
  yield* router.add("GET", botPath, page)
  if (addressRanges.length === 0) return
  const started = DateTime.formatIso(yield* DateTime.now)
  const ranges = JSON.stringify({ creationTime: started, prefixes: addressRanges.map(prefixOf) })
  yield* router.add(
    "GET",
    rangesPath,
    HttpServerResponse.text(ranges, { contentType: "application/json", headers: { "cache-control": "max-age=3600" } })
  )
}))

/** In the form in which search engines publish the addresses of their crawlers. */
const prefixOf = (range: string) => range.includes(":") ? { ipv6Prefix: range } : { ipv4Prefix: range }

const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const botPage = (settings: Settings["Service"], isRendering: boolean): string => {
  const token = escapeHtml(ownToken(settings.userAgent))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${token}</title>${style}<h1>${token}</h1>` +
    `<p>This crawler is an installation of Gleaner.</p><dl>${
      factsOf(settings, token, isRendering).map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join("")
    }</dl></html>\n`
}

/** The names of facts about the crawler, and their values as HTML. */
const factsOf = (
  { addressRanges, botAuth, contact, domainDelay, userAgent }: Settings["Service"],
  token: string,
  isRendering: boolean
): ReadonlyArray<readonly [string, string]> => [
  ["Run by", Option.match(contact, { onNone: () => "an operator who gives no contact", onSome: contactLink })],
  ["User-Agent", `<code>${escapeHtml(userAgent)}</code>`],
  ["Product token in robots.txt", `<code>${token}</code>`],
  [
    "Purpose",
    "Reads pages for the people and programs that the operator gives access to, as text, links and records. A job can state a use (search, ai-input, ai-train); then pages whose site refuses this use are left out."
  ],
  [
    "Rendering",
    isRendering
      ? "Pages that need JavaScript are opened in a browser too. It loads scripts and data as part of the page."
      : "Pages are not opened in a browser."
  ],
  [
    "Pace",
    `One request at a time to a registrable domain, and a pause of at least ${domainDelay} between two of them. Slower after 429 and 503.`
  ],
  [
    "To slow it down",
    `<pre>User-agent: ${token}\nCrawl-delay: 10</pre> or answer 429 with <code>Retry-After</code>.`
  ],
  ["To block it", `<pre>User-agent: ${token}\nDisallow: /</pre> robots.txt is read again within a day.`],
  [
    "To refuse a use",
    "<code>Content-Signal</code>, <code>Content-Usage</code>, RSL, <code>TDM-Reservation</code> and robots directives are read."
  ],
  [
    "Addresses",
    addressRanges.length === 0
      ? "The operator publishes none."
      : `${
        addressRanges.map((range) => `<code>${escapeHtml(range)}</code>`).join(" ")
      } (<a href="${rangesPath}">JSON</a>)`
  ],
  [
    "Signed requests",
    Option.match(botAuth, {
      onNone: () => "No.",
      onSome: ({ agent }) => `Web Bot Auth, with the keys of <code>${escapeHtml(agent)}</code>.`
    })
  ]
]

const style =
  "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:45em;margin:2em auto;padding:0 1em}dt{font-weight:bold}dd{margin:0 0 1em}</style>"

const contactLink = (contact: string): string => {
  const address = /^(?:https?|mailto):/.test(contact) ? contact : `mailto:${contact}`
  return `<a href="${escapeHtml(address)}">${escapeHtml(contact)}</a>`
}
