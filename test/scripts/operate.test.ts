import { assert, beforeAll, describe, it } from "@effect/vitest"
import { parser } from "@prometheus-io/lezer-promql"
import { Option } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import parsePrometheusTextFormat from "parse-prometheus-text-format"
import { parse } from "yaml"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { keys } from "../support/entries/service-process.ts"

const folder = path.join(import.meta.dirname, "../../scripts/operate")
const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8")

interface Panel {
  readonly title: string
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}

const panels = (JSON.parse(read("grafana/gleaner.json")) as { readonly panels: ReadonlyArray<Panel> }).panels
const rules = (parse(read("alerts.yaml")) as {
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly alert: string; readonly expr: string }> }>
}).groups.flatMap(({ rules }) => rules)

/** Every query, with where it stands. Grafana puts a time in the place of its variable. */
const queries = [
  ...panels.flatMap(({ targets = [], title }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ...rules.map(({ alert, expr }) => ({ where: alert, expr }))
].map(({ expr, where }) => ({ where, expr: expr.replaceAll("$__rate_interval", "5m") }))

interface Selector {
  readonly metric: string
  /** The labels that it matches, or by which the enclosing sum groups. */
  readonly labels: ReadonlyArray<string>
}

/** Selectors of a query, by the grammar of Prometheus. Fails if it is not PromQL. */
const selectorsOf = (expr: string): ReadonlyArray<Selector> => {
  const found: Array<{ metric: string; labels: Array<string> }> = []
  /** Labels of `sum by (...)`, which precede the summed expression. */
  let grouping: Array<string> = []
  let isGrouping = false
  parser.parse(expr).iterate({
    enter: ({ from, name, to, type }) => {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expr}`)
      if (name === "GroupingLabels") isGrouping = true
      if (name === "VectorSelector") {
        found.push({ metric: "", labels: grouping })
        grouping = []
        isGrouping = false
      }
      const selector = found.at(-1)
      if (name === "Identifier" && selector?.metric === "") selector.metric = expr.slice(from, to)
      if (name === "LabelName") (isGrouping ? grouping : selector?.labels)?.push(expr.slice(from, to))
    }
  })
  return found
}

/** Given to every sample by Prometheus itself. */
const ofPrometheus = new Set(["job", "instance", "le"])

/** Proxies that no connection takes. */
const proxy = {
  protocol: "http",
  host: "proxy.example",
  port: 3128,
  credentials: undefined,
  resolvesNames: false
} as const
const live = serviceOverSite({ workers: 1, proxies: Option.some([proxy]), noProxy: ["*"] })
const samples = new Map<string, Set<string>>()
let text = ""

beforeAll(async () => {
  await (await live.scrape("/articles/tide")).arrayBuffer()
  const crawl = await live.crawled({ max_pages: 5 })
  await live.ended(crawl["id"])
  // A request as Prometheus sends it, by the scheme of its configuration.
  const response = await fetch(`${live.service.url}/v1/metrics`, { headers: { authorization: `Bearer ${keys.first}` } })
  assert.strictEqual(response.status, 200)
  assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/)
  text = await response.text()
  // The parser leaves out the labels of histograms.
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = samples.get(name) ?? new Set()
    for (const [, label = ""] of labels.matchAll(/(?:^|,)([a-z_]+)="/g)) known.add(label)
    samples.set(name, known)
  }
})

describe("the metrics", () => {
  it("are read by a public parser, each with its help and its type", () => {
    for (const family of parsePrometheusTextFormat(text)) {
      assert.isAbove(family.help.length, 10, family.name)
      assert.include(["COUNTER", "GAUGE", "HISTOGRAM"], family.type, family.name)
      assert.isAbove(family.metrics.length, 0, family.name)
    }
  })

  it("have the prefix of the service, a unit that Prometheus knows, and _total for what counts", () => {
    for (const { name, type } of parsePrometheusTextFormat(text)) {
      assert.match(name, /^gleaner_[a-z_]+$/)
      assert.strictEqual(name.endsWith("_total"), type === "COUNTER", name)
      assert.notMatch(name, /milli|micro|nano|_ms$|kilo|mega/)
      if (type === "HISTOGRAM") assert.match(name, /_seconds$/)
    }
  })

  it("have few values of each label, and none that a site or a caller chooses", async () => {
    for (let index = 0; index < 30; index++) {
      await fetch(`${live.service.url}/nothing/${index}`)
      await live.service.call(`/v1/jobs/${index}`)
    }
    const after = await (await live.service.call("/v1/metrics")).text()
    // The operator has named the proxies, here those of another test.
    assert.notInclude(after.replaceAll(/^gleaner_proxy_up\{.*$/gm, ""), "127.0.0.1")
    assert.notInclude(after, "/nothing")
    assert.include(after, `route="/v1/jobs/{id}",status="404"`)
    const values = new Map<string, Set<string>>()
    for (const [, name = "", value = ""] of after.matchAll(/[{,]([a-z_]+)="([^"]*)"/g)) {
      values.set(name, (values.get(name) ?? new Set()).add(value))
    }
    for (const [name, different] of values) assert.isBelow(different.size, 60, `${name}: ${[...different]}`)
  })
})

describe("the dashboard and the alerts", () => {
  it("ask only for metrics and labels that the service has after a scrape and a crawl", () => {
    assert.isAbove(queries.length, 40)
    for (const { expr, where } of queries) {
      const selectors = selectorsOf(expr)
      assert.isAbove(selectors.length, 0, where)
      for (const { labels, metric } of selectors) {
        if (metric === "up") continue
        assert.isTrue(samples.has(metric), `${where}: there is no ${metric}`)
        const strange = labels.filter((label) => !ofPrometheus.has(label) && samples.get(metric)?.has(label) !== true)
        assert.deepStrictEqual(strange, [], `${where}: ${metric} has no such label`)
      }
    }
  })

  it("show every metric but those that only doctors need, and former names", () => {
    const asked = new Set(queries.flatMap(({ expr }) => selectorsOf(expr)).map(({ metric }) => metric))
    const seen = (name: string) => [name, `${name}_bucket`].some((sample) => asked.has(sample))
    const left = parsePrometheusTextFormat(text).map(({ name }) => name).filter((name) => !seen(name))
    assert.deepStrictEqual(left.toSorted(), [
      "gleaner_build_info",
      "gleaner_fibers_failed_total",
      "gleaner_fibers_started_total",
      "gleaner_fibers_succeeded_total",
      "gleaner_gates",
      "gleaner_oldest_gate_seconds"
    ])
  })

  it("know a wrong query", () => {
    assert.throws(() => selectorsOf("sum(rate(gleaner_pages_total[5m])"), /not PromQL/)
    assert.deepStrictEqual(selectorsOf(`max by (route) (gleaner_x{status="5"}) / gleaner_y`), [
      { metric: "gleaner_x", labels: ["route", "status"] },
      { metric: "gleaner_y", labels: [] }
    ])
  })
})
