import { useState } from "preact/hooks"
import type { Domains } from "../../../contract/client/index.ts"
import { client } from "../session.ts"
import { FilterBar } from "../ui/FilterBar.tsx"
import { ago, count, millis, seconds } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { type Column, DataTable } from "../ui/lists/DataTable.tsx"
import { Problem } from "../ui/Problem.tsx"
import { View } from "../ui/View.tsx"

type Domain = Domains["domains"][number]

/** Milliseconds. */
const pollInterval = 2500

/** The requests that wait for a domain, why and until when. */
export const DomainsView = () => {
  const { error, value } = usePolled((signal) => client.domains({ signal }), pollInterval)
  const [which, setWhich] = useState("busy")
  const shown = (value?.domains ?? []).filter((domain) => which === "all" || isBusy(domain))
  return (
    <View
      title="Domains"
      lead="Each domain gets one request at a time while a delay is in force. This list shows what waits, and why."
    >
      {value === undefined && error !== undefined && <Problem error={error} />}
      {value?.domains.length === 0 && (
        <section class="empty">
          <h2>No domain is remembered</h2>
          <p>Domains that your key has requested recently are listed here, with their delays.</p>
        </section>
      )}
      {value !== undefined && value.domains.length > 0 && (
        <>
          <FilterBar
            choices={[{
              label: "Which domains",
              value: which,
              onChange: setWhich,
              options: [["busy", "Domains that wait or are slowed down"], ["all", "All domains"]]
            }]}
          />
          {shown.length === 0
            ? <p class="nothing">No domain waits.</p>
            : <DataTable label="Domains" columns={columns} rows={shown} />}
          <p class="faint">
            Domains your key has used since the service started
            {value.total > value.domains.length && `: ${count(value.domains.length)} of ${count(value.total)}`}. Of
            other keys only the number of waiting requests is shown.
          </p>
        </>
      )}
    </View>
  )
}

const isBusy = ({ back_off_seconds, in_flight, reason, waiting, waiting_others }: Domain): boolean =>
  waiting + waiting_others + in_flight > 0 || back_off_seconds > 0 || reason === "rest"

const words: Readonly<Record<Domain["reason"], string>> = {
  none: "nothing",
  request: "a request under way",
  delay: "the usual delay",
  crawl_delay: "Crawl-delay of robots.txt",
  back_off: "back-off after 429 or 503",
  rest: "the site's Retry-After"
}

const waitColumn = (
  id: string,
  label: string,
  className: string,
  value: (domain: Domain) => number
): Column<Domain> => ({
  id,
  label,
  className,
  value,
  cell: (domain) => value(domain) === 0 ? <span class="faint">none</span> : seconds(value(domain))
})

const columns: ReadonlyArray<Column<Domain>> = [
  {
    id: "domain",
    label: "Domain",
    className: "domain",
    value: ({ domain }) => domain,
    cell: (one) => (
      <>
        <strong title={one.domain}>{one.domain}</strong>
        <small class="why-below">{one.reason === "none" ? "" : words[one.reason]}</small>
      </>
    )
  },
  {
    id: "waiting",
    label: "Waiting",
    className: "waiting",
    value: ({ waiting }) => waiting,
    cell: ({ in_flight, waiting, waiting_others }) => (
      <>
        {count(waiting)}
        {in_flight > 0 && <span class="faint">, {count(in_flight)} under way</span>}
        {waiting_others > 0 && <span class="faint">, {count(waiting_others)} of others</span>}
      </>
    )
  },
  {
    id: "reason",
    label: "Waits for",
    className: "hold-up on-wide",
    value: ({ reason }) => reason,
    cell: ({ reason }) => reason !== "none" && <span class={`chip hold ${reason}`}>{words[reason]}</span>
  },
  {
    id: "next",
    label: "Next turn",
    className: "next",
    value: ({ next_turn_at }) => next_turn_at ?? 0,
    cell: ({ next_turn_at }) =>
      next_turn_at === null ? "now" : `in ${seconds(Math.max(0, Math.ceil(next_turn_at - Date.now() / 1000)))}`
  },
  {
    id: "delay",
    label: "Delay",
    className: "number on-wide",
    value: ({ delay_seconds }) => delay_seconds,
    cell: ({ delay_seconds }) => millis(delay_seconds * 1000)
  },
  waitColumn("crawl-delay", "Crawl-delay", "number long on-wide", ({ crawl_delay_seconds }) => crawl_delay_seconds),
  waitColumn("back-off", "Back-off", "number on-wide", ({ back_off_seconds }) => back_off_seconds),
  {
    id: "last",
    label: "Last turn",
    className: "moment on-wide",
    value: ({ last_turn_at }) => last_turn_at ?? 0,
    cell: ({ last_turn_at }) => last_turn_at === null ? "never" : ago(last_turn_at)
  }
]
