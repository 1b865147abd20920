import type { Health, Usage } from "../../../contract/client/index.ts"
import { client } from "../session.ts"
import { Fact } from "../ui/Fact.tsx"
import { bytes, count, plural, seconds, words } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { Problem } from "../ui/Problem.tsx"
import { View } from "../ui/View.tsx"

/** Milliseconds. */
const pollInterval = 3000

/** The capabilities of the deployment, its limits and their use. */
export const ServiceView = () => {
  const health = usePolled((signal) => client.health({ signal }), undefined)
  const usage = usePolled((signal) => client.usage({ signal }), pollInterval)
  const error = health.error ?? usage.error
  return (
    <View title="Service" lead="Capabilities, current use and limits of this deployment.">
      {error !== undefined && health.value === undefined && <Problem error={error} />}
      {health.value !== undefined && <Facts health={health.value} nodes={usage.value?.nodes} />}
      {usage.value !== undefined && <Fill usage={usage.value} />}
      {health.value !== undefined && <Limits limits={health.value.limits} />}
    </View>
  )
}

const Facts = ({ health, nodes }: { readonly health: Health; readonly nodes: number | undefined }) => (
  <section class="card" aria-label="Deployment">
    <dl class="facts">
      <Fact name="Health" value={health.status} />
      <Fact name="Version" value={health.version} />
      <Fact name="Running for" value={seconds(Math.round(health.uptime_seconds))} />
      {nodes !== undefined && <Fact name="Nodes" value={plural(nodes, "node")} />}
      <Fact name="JavaScript" value={health.capabilities.rendering ? "pages can be rendered" : "no browser found"} />
    </dl>
    <details class="more">
      <summary>Supported media types</summary>
      <p>{health.capabilities.parsers.map((type) => <span key={type} class="chip">{type}</span>)}</p>
    </details>
  </section>
)

const names: Readonly<Record<string, string>> = {
  max_pages: "Pages of a crawl",
  max_depth: "Depth of a crawl",
  max_running_crawls: "Crawls that run",
  max_crawls: "Crawls (running and queued)",
  max_crawls_per_key: "Your crawls",
  frontier_urls: "URLs that wait in a crawl",
  crawl_hold_bytes: "Pages of a crawl that wait for earlier ones",
  max_sitemaps: "Sitemap files of a crawl",
  requests_per_minute: "Your requests of this minute",
  max_body_bytes: "Body of a page",
  max_request_body_bytes: "Body of a request",
  max_batch_body_bytes: "Body of a batch",
  fetch_timeout_seconds: "Time for one fetch",
  request_timeout_seconds: "Time for one scrape",
  max_redirects: "Redirects of a page",
  domain_delay_seconds: "Delay between two requests to a domain",
  job_retention_seconds: "Retention of finished jobs",
  store_bytes: "Store",
  ledger_pages: "Rows of a ledger",
  max_streams: "Your open streams",
  unread_bytes: "Your unread responses",
  cache_bytes: "HTTP cache",
  cache_directory_bytes: "HTTP cache on disk",
  render_concurrency: "Pages in the browser",
  max_picture_bytes: "Picture of a page",
  workers: "Processes that extract a page",
  worker_memory_bytes: "Heap of such a process",
  extract_timeout_seconds: "Time to extract a page",
  max_scrapes: "Scrapes that run",
  max_loop_delay_seconds: "Delay of the main thread",
  max_memory_percent: "Memory"
}

/** Bounds in use now. */
const Fill = ({ usage }: { readonly usage: Usage }) => {
  const used = usage.bounds.filter(({ used }) => used > 0)
  return (
    <section class="card" aria-label="In use">
      <h2>In use</h2>
      {used.length === 0 && <p class="nothing">Nothing is in use.</p>}
      <ul class="bounds">
        {used.map(({ limit, name, used }) => {
          const share = limit === 0 ? 0 : used / limit
          return (
            <li key={name}>
              <span class="bound-name">{labelOf(name)}</span>
              <meter
                value={Math.min(1, share)}
                min={0}
                max={1}
                low={0.7}
                high={0.9}
                optimum={0}
                aria-label={labelOf(name)}
              />
              <span class="number">
                {shown(name, used)} <span class="faint">of {shown(name, limit)}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const Limits = ({ limits }: { readonly limits: Health["limits"] }) => (
  <section class="card" aria-label="Limits">
    <h2>Limits</h2>
    <dl class="limits">
      {Object.entries(limits).map(([name, value]) => (
        <div key={name}>
          <dt title={name}>{labelOf(name)}</dt>
          <dd>{shown(name, value)}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Without a name of its own, `max body` for `max_body_bytes`: the value has the unit. */
const labelOf = (name: string): string => {
  const label = names[name] ?? words(name.replace(/_(?:bytes|seconds|percent)$/, ""))
  return label.charAt(0).toUpperCase() + label.slice(1)
}

const shown = (name: string, value: number): string => {
  if (name.endsWith("_bytes")) return bytes(value)
  if (name.endsWith("_seconds")) return seconds(value)
  if (name.endsWith("_percent")) return `${count(value)} %`
  return count(value)
}
