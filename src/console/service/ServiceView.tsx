import type { Health, Usage } from "../../client/index.ts"
import { client } from "../session.ts"
import { Fact } from "../ui/Fact.tsx"
import { bytes, count, plural, seconds } from "../ui/format.ts"
import { Problem } from "../ui/Problem.tsx"
import { usePolled } from "../ui/use-polled.ts"
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
  max_running_crawls: "Crawls that run",
  max_crawls: "Crawls, with those that wait",
  max_scrapes: "Scrapes under way",
  max_crawls_per_key: "Your crawls",
  requests_per_minute: "Your requests of this minute",
  workers: "Processes that read a page",
  render_concurrency: "Pages in the browser",
  cache_bytes: "HTTP cache",
  store_bytes: "Store",
  max_streams: "Your open streams",
  unread_bytes: "Your unread answers",
  max_memory_percent: "Memory",
  max_loop_delay_seconds: "Delay of the main thread"
}

const Fill = ({ usage }: { readonly usage: Usage }) => (
  <section class="card" aria-label="How full it is">
    <h2>How full it is</h2>
    <ul class="bounds">
      {usage.bounds.map(({ limit, name, used }) => {
        const share = limit === 0 ? 0 : used / limit
        return (
          <li key={name}>
            <span class="bound-name">{names[name] ?? words(name)}</span>
            <meter
              value={Math.min(1, share)}
              min={0}
              max={1}
              low={0.7}
              high={0.9}
              optimum={0}
              aria-label={names[name] ?? words(name)}
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

const Limits = ({ limits }: { readonly limits: Health["limits"] }) => (
  <section class="card" aria-label="Limits">
    <h2>Limits in force</h2>
    <dl class="limits">
      {Object.entries(limits).map(([name, value]) => (
        <div key={name}>
          <dt title={name}>{words(name)}</dt>
          <dd>{shown(name, value)}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Label such as `max body` for `max_body_bytes`: the value has the unit. */
const words = (name: string): string => name.replace(/_(?:bytes|seconds|percent)$/, "").replaceAll("_", " ")

const shown = (name: string, value: number): string => {
  if (name.endsWith("_bytes")) return bytes(value)
  if (name.endsWith("_seconds")) return seconds(value)
  if (name.endsWith("_percent")) return `${count(value)} %`
  return count(value)
}
