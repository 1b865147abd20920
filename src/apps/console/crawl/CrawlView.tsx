import { signal } from "@preact/signals"
import { useEffect, useState } from "preact/hooks"
import type { CrawlPlan, CrawlRequest } from "../../../contract/client/index.ts"
import { Code } from "../options/Code.tsx"
import { crawlFields } from "../options/form-fields.ts"
import { OptionFields } from "../options/OptionFields.tsx"
import { readOptions, type Values } from "../options/read-options.ts"
import { draftJob } from "../options/schedule-draft.ts"
import { go, route } from "../route.ts"
import { client } from "../session.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallLink } from "../ui/small-buttons.tsx"
import { UrlField } from "../ui/UrlField.tsx"
import { View } from "../ui/View.tsx"
import { Estimate } from "./Estimate.tsx"

/** The form keeps its values while another view is open. */
const form = signal<{ readonly url: string; readonly values: Values }>({ url: "", values: {} })

interface Answer {
  readonly plan?: CrawlPlan
  readonly error?: unknown
}

export const CrawlView = () => {
  const { url, values } = form.value
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [answer, setAnswer] = useState<Answer>({})
  const [busy, setBusy] = useState<"plan" | "start">()
  const { query } = route.value
  useEffect(() => {
    const asked = query.get("url")
    if (asked === null) return
    const since = query.get("since")
    form.value = { url: asked, values: { ...values, ...(since === null ? {} : { since }) } }
  }, [query])

  const request = (): CrawlRequest | undefined => {
    const { faults, options } = readOptions(crawlFields, values)
    setFaults(faults)
    return Object.keys(faults).length > 0 || url.trim() === "" ? undefined : { url: url.trim(), ...options }
  }
  const ask = async (what: "plan" | "start", act: (request: CrawlRequest) => Promise<Answer>) => {
    const asked = request()
    if (asked === undefined) return
    setBusy(what)
    setAnswer({})
    setAnswer(await act(asked).catch((error: unknown): Answer => ({ error })))
    setBusy(undefined)
  }
  const start = (event: Event) => {
    event.preventDefault()
    void ask("start", async (asked) => {
      const { id } = await client.crawl(asked).job
      // Reset `since`: the next crawl is compared only if the user chooses that again.
      const { since: _, ...kept } = values
      form.value = { url, values: kept }
      go(`jobs/${id}`)
      return {}
    })
  }

  return (
    <View title="Crawl" lead="Crawl a whole site at the pace it allows.">
      <form class="card" onSubmit={start}>
        <div class="ask">
          <UrlField label="Start URL" value={url} onChange={(url) => (form.value = { url, values })} />
          <button
            type="button"
            class="secondary outline"
            disabled={busy !== undefined || url.trim() === ""}
            aria-busy={busy === "plan"}
            onClick={() => void ask("plan", async (asked) => ({ plan: await client.dryRun(asked) }))}
          >
            Estimate
          </button>
          <button type="submit" disabled={busy !== undefined} aria-busy={busy === "start"}>Start the crawl</button>
        </div>
        <OptionFields
          fields={crawlFields}
          values={values}
          faults={faults}
          url={url}
          onChange={(values) => (form.value = { url, values })}
        />
        {url.trim() !== "" && <OtherUses url={url} values={values} />}
      </form>
      <div aria-live="polite">
        {answer.error !== undefined && <Problem error={answer.error} />}
        {answer.plan !== undefined && <Estimate plan={answer.plan} />}
        {answer.plan === undefined && answer.error === undefined && busy === undefined && <Hint />}
      </div>
    </View>
  )
}

/** The crawl on a schedule, and as code. */
const OtherUses = ({ url, values }: { readonly url: string; readonly values: Values }) => (
  <>
    <div class="form-foot">
      <SmallLink href="#/schedules/new" onClick={() => draftJob({ kind: "crawl", url, values })}>
        Run this on a schedule
      </SmallLink>
    </div>
    <Code path="/v1/crawl" body={() => ({ url: url.trim(), ...readOptions(crawlFields, values).options })} />
  </>
)

const Hint = () => (
  <section class="empty">
    <h2>Before you start</h2>
    <p>
      Estimate asks the site's robots.txt, the start page and its sitemaps, and says how many pages the crawl would
      fetch and how long that takes. Nothing else is fetched.
    </p>
  </section>
)
