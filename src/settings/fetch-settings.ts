import { Duration, Option } from "effect"
import { version } from "../domain/version.ts"
import { bytes, cidrs, contact, duration, gibibyte, mebibyte, optional, text } from "./kinds.ts"
import { setting } from "./setting.ts"

/** How sites are asked, and what of their answers is kept. */
export const fetchSettings = {
  allowAddresses: setting(
    "GLEANER_ALLOW_ADDRESSES",
    "Address blocks exempt from the address policy, in CIDR notation.",
    cidrs,
    { standard: [], example: "127.0.0.0/8" }
  ),
  denyAddresses: setting(
    "GLEANER_DENY_ADDRESSES",
    "Address blocks never dialled, beside the special-purpose ones; wins over the allow-list.",
    cidrs,
    { standard: [], example: "203.0.113.0/24" }
  ),
  userAgent: setting(
    "GLEANER_USER_AGENT",
    "User-Agent sent to sites; its product token is what robots.txt rules are matched with.",
    text,
    { standard: `gleaner/${version.split(".").slice(0, 2).join(".")}`, example: "acme-gleaner/1.0" }
  ),
  contact: setting(
    "GLEANER_CONTACT",
    "Page or e-mail address where site owners reach you; the User-Agent names it.",
    optional(contact, "(none)"),
    { standard: Option.none<string>(), example: "https://acme.example/bot" }
  ),
  domainDelay: setting("GLEANER_DOMAIN_DELAY", "Least time between two requests to one registrable domain.", duration, {
    standard: Duration.seconds(1),
    example: "500 millis",
    limit: "domain_delay_seconds"
  }),
  crawlDelayCap: setting(
    "GLEANER_CRAWL_DELAY_CAP",
    "Longest Crawl-delay of a robots.txt that is obeyed in full.",
    duration,
    { standard: Duration.seconds(60), example: "30 seconds" }
  ),
  fetchTimeout: setting("GLEANER_FETCH_TIMEOUT", "Longest time for one fetch, body included.", duration, {
    standard: Duration.seconds(30),
    example: "10 seconds",
    limit: "fetch_timeout_seconds"
  }),
  maxBody: setting("GLEANER_MAX_BODY", "Largest decoded body of a page.", bytes(1), {
    standard: 10 * mebibyte,
    example: "20 MiB",
    limit: "max_body_bytes"
  }),
  cacheBytes: setting("GLEANER_CACHE_BYTES", "Bytes of responses in the HTTP cache; 0 switches it off.", bytes(0), {
    standard: 128 * mebibyte,
    example: "1 GiB",
    limit: "cache_bytes"
  }),
  cacheDirectory: setting(
    "GLEANER_CACHE_DIRECTORY",
    "Folder in which cached responses survive a restart.",
    optional(text, "(memory only)"),
    { standard: Option.none<string>(), example: "/var/cache/gleaner" }
  ),
  cacheDirectoryBytes: setting("GLEANER_CACHE_DIRECTORY_BYTES", "Bytes of responses in that folder.", bytes(0), {
    standard: gibibyte,
    example: "10 GiB",
    limit: "cache_directory_bytes"
  })
} as const
