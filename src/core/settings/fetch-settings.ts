import { Duration, Option } from "effect"
import { version } from "../kernel/version.ts"
import { botAuth, type BotAuthSetting, type SignatureAgentForm, signatureAgentForm } from "./bot-auth.ts"
import { bytes, cidrs, contact, duration, gibibyte, mebibyte, optional, text } from "./kinds.ts"
import { mailServer, type MailServerSetting } from "./mail-server.ts"
import { hosts, proxy, proxyFile, type ProxySetting } from "./proxy.ts"
import { searchEngine, type SearchEngineSetting } from "./search-engine.ts"
import { setting } from "./setting.ts"

/** Fetching and caching of pages. */
export const fetchSettings = {
  allowAddresses: setting(
    "GLEANER_ALLOW_ADDRESSES",
    "Non-public address blocks that pages may be fetched from, in CIDR notation, separated by commas.",
    cidrs,
    { default: [], example: "127.0.0.0/8" }
  ),
  denyAddresses: setting(
    "GLEANER_DENY_ADDRESSES",
    "Further address blocks to refuse, in CIDR notation, separated by commas. They win over allowed blocks.",
    cidrs,
    { default: [], example: "203.0.113.0/24" }
  ),
  webhookAddresses: setting(
    "GLEANER_WEBHOOK_ADDRESSES",
    "Non-public address blocks that webhooks and messages of `notify` may be sent to, in CIDR notation, separated by commas. Pages may not be fetched from them.",
    cidrs,
    { default: [], example: "10.1.2.0/24" }
  ),
  mailServer: setting(
    "GLEANER_SMTP",
    "Mail server for `notify` of schedules: its URL (`smtp` with STARTTLS, `smtps` with TLS from the start), a space, and the address of the sender. A `/`, `#`, `@` or `%` in the password is percent-encoded.",
    optional(mailServer, "(none)"),
    { default: Option.none<MailServerSetting>(), example: "smtp://user:password@mail.example:587 gleaner@example.com" }
  ),
  proxy: setting(
    "GLEANER_PROXY",
    "Proxy for all connections to sites: http, https or socks5. Gleaner resolves and checks the addresses; with socks5h, or `?dns=proxy`, the proxy resolves names and must check their addresses itself.",
    optional(proxy, "(none)"),
    { default: Option.none<ProxySetting>(), example: "http://user:password@proxy.example:3128" }
  ),
  proxies: setting(
    "GLEANER_PROXIES",
    "File of proxies for connections to sites, one URL as in GLEANER_PROXY a line. A registrable domain keeps its proxy, and has the next one while that fails. Not for webhooks, messages and models.",
    optional(proxyFile, "(none)"),
    { default: Option.none<ReadonlyArray<ProxySetting>>(), example: "file:/etc/gleaner/proxies" }
  ),
  noProxy: setting(
    "NO_PROXY",
    "Hosts reached without the proxy, separated by commas: names (with their subdomains), addresses or address blocks, each optionally with a port; `*` for all.",
    hosts,
    { default: [], example: "intranet.example,10.0.0.0/8" }
  ),
  search: setting(
    "GLEANER_SEARCH",
    "Search engine for `POST /v1/search`: its name (`searxng`), a space, and its base URL. The engine may have a private address; the pages that it finds may not. Needs `json` in `search.formats` of SearXNG's settings.yml.",
    optional(searchEngine, "(none)"),
    { default: Option.none<SearchEngineSetting>(), example: "searxng http://localhost:8888" }
  ),
  userAgent: setting(
    "GLEANER_USER_AGENT",
    "User-Agent sent to sites. The part before the slash is the product token that is matched with robots.txt.",
    text,
    { default: `gleaner/${version.split(".").slice(0, 2).join(".")}`, example: "acme-gleaner/1.0" }
  ),
  contact: setting(
    "GLEANER_CONTACT",
    "Web page or e-mail address where site owners can reach you, appended to the User-Agent.",
    optional(contact, "(none)"),
    { default: Option.none<string>(), example: "https://acme.example/bot" }
  ),
  addressRanges: setting(
    "GLEANER_ADDRESS_RANGES",
    "Public address blocks that requests to sites come from, in CIDR notation, separated by commas. /bot and /bot/ranges.json list them for site owners.",
    cidrs,
    { default: [], example: "192.0.2.0/28,2001:db8::/48" }
  ),
  botAuth: setting(
    "GLEANER_BOT_AUTH",
    "Sign requests to sites (Web Bot Auth): the https origin of the key directory, a space, and the file with the Ed25519 private key.",
    optional(botAuth, "(off)"),
    { default: Option.none<BotAuthSetting>(), example: "https://bot.acme.example /etc/gleaner/bot-auth.pem" }
  ),
  signatureAgent: setting(
    "GLEANER_SIGNATURE_AGENT",
    "Form of the field Signature-Agent in signed requests: dictionary (current draft of Web Bot Auth), or item (a bare string, for sites that verify earlier drafts only).",
    signatureAgentForm,
    { default: "dictionary" as SignatureAgentForm, example: "item" }
  ),
  domainDelay: setting(
    "GLEANER_DOMAIN_DELAY",
    "Minimum delay between two requests to one registrable domain.",
    duration,
    { default: Duration.seconds(1), example: "500 millis", limit: "domain_delay_seconds" }
  ),
  fetchTimeout: setting("GLEANER_FETCH_TIMEOUT", "Timeout for one fetch, including the body.", duration, {
    default: Duration.seconds(30),
    example: "10 seconds",
    limit: "fetch_timeout_seconds"
  }),
  maxBody: setting("GLEANER_MAX_BODY", "Maximum body of a page, after decompression.", bytes(1), {
    default: 10 * mebibyte,
    example: "20 MiB",
    limit: "max_body_bytes"
  }),
  cacheBytes: setting(
    "GLEANER_CACHE_BYTES",
    "Maximum size of the HTTP cache in memory. 0 disables the cache.",
    bytes(0),
    { default: 128 * mebibyte, example: "1 GiB", limit: "cache_bytes" }
  ),
  cacheDirectory: setting(
    "GLEANER_CACHE_DIRECTORY",
    "Folder of the HTTP cache on disk, whose responses survive a restart.",
    optional(text, "(memory only)"),
    { default: Option.none<string>(), example: "/var/cache/gleaner" }
  ),
  cacheDirectoryBytes: setting("GLEANER_CACHE_DIRECTORY_BYTES", "Maximum size of the HTTP cache on disk.", bytes(0), {
    default: gibibyte,
    example: "10 GiB",
    limit: "cache_directory_bytes"
  })
} as const
