import { useState } from "preact/hooks"
import { GleanerError, type Wrapper } from "../../../contract/client/index.ts"
import { go } from "../route.ts"
import { client } from "../session.ts"
import { ConfirmedButton } from "../ui/ConfirmedButton.tsx"
import { Copy } from "../ui/Copy.tsx"
import { Fact } from "../ui/Fact.tsx"
import { count, date, plural } from "../ui/format.ts"
import { Gone } from "../ui/Gone.tsx"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { View } from "../ui/View.tsx"
import { CheckForm } from "./CheckForm.tsx"
import { Coverage } from "./Coverage.tsx"
import { WrapperChip } from "./WrappersView.tsx"

/** Milliseconds. */
const pollInterval = 2000

/** A wrapper with the report of its rules. */
export const WrapperView = ({ id }: { readonly id: string }) => {
  const { error, refresh, value } = usePolled((signal) => client.wrappers.get(id, { signal }), pollInterval, id)
  const [failure, setFailure] = useState<unknown>()
  if (error instanceof GleanerError && error.code === "wrapper_not_found") return <Gone kind="wrapper" />
  const relearn = () => {
    setFailure(undefined)
    return client.wrappers.relearn(id).then(refresh, setFailure)
  }
  const remove = () => client.wrappers.delete(id).then(() => go("wrappers"), setFailure)
  return (
    <View
      title={value?.name ?? "Wrapper"}
      lead={value === undefined ? "Loading the wrapper" : (
        <>
          <WrapperChip wrapper={value} /> {value.host}
        </>
      )}
      actions={value !== undefined && (
        <>
          <SmallButton disabled={value.status === "learning"} onClick={() => void relearn()}>
            Learn anew
          </SmallButton>
          <ConfirmedButton
            label="Delete"
            describedAs={`Delete ${value.name}`}
            question="The rules are deleted. Requests with this schema are then answered from what the pages declare."
            onConfirm={() => void remove()}
          />
        </>
      )}
    >
      {value === undefined && error !== undefined && <Problem error={error} />}
      {failure !== undefined && <Problem error={failure} />}
      {value !== undefined && <Body wrapper={value} />}
    </View>
  )
}

const Body = ({ wrapper }: { readonly wrapper: Wrapper }) => {
  const { created_at, drift, fields, id, model, pages, problem, rules, schema, status } = wrapper
  return (
    <>
      <section class="card" aria-label="Facts">
        <dl class="facts">
          <Fact name="Learnt from" value={plural(pages.learnt, "page")} />
          <Fact name="Checked on" value={plural(pages.checked, "page")} />
          {model.calls > 0 && (
            <Fact
              name="Model"
              value={`${plural(model.calls, "call")}, ${plural(model.tokens, "token")}`}
            />
          )}
          <Fact name="Created" value={date(created_at)} />
        </dl>
      </section>
      <div aria-live="polite">
        {status === "learning" && (
          <p class="working" aria-busy="true">Learning: the pages are fetched at the pace that their site allows</p>
        )}
        {drift !== null && <Drift drift={drift} />}
        {problem !== null && <p class={`notice ${status === "failed" ? "bad" : "warn"}`}>{problem}</p>}
      </div>
      {rules !== null && (
        <Tabs
          label="Parts of the wrapper"
          tabs={[
            {
              id: "coverage",
              label: "Coverage",
              content: () => <Coverage label="Coverage" fields={fields} learnt={pages.learnt} checked={pages.checked} />
            },
            { id: "check", label: "Check", content: () => <CheckForm id={id} /> },
            { id: "rules", label: "Rules", content: () => <Json label="rules" value={rules} /> },
            { id: "schema", label: "Schema", content: () => <Json label="schema" value={schema} /> }
          ]}
        />
      )}
    </>
  )
}

/** The values that the newest pages do not have, as a job has found. */
const Drift = ({ drift }: { readonly drift: NonNullable<Wrapper["drift"]> }) => (
  <div class="notice warn">
    <strong>The layout of the site has changed</strong>
    <p>
      <a href={`#/jobs/${drift.job_id}`}>A job</a> found these values less often than when they were learnt:
    </p>
    <ul>
      {drift.fields.map(({ filled, pages, pointer }) => (
        <li key={pointer}>
          <code>{pointer}</code> on {count(filled)} of {count(pages)} pages
        </li>
      ))}
    </ul>
  </div>
)

const Json = ({ label, value }: { readonly label: string; readonly value: unknown }) => {
  const text = JSON.stringify(value, undefined, 2)
  return (
    <>
      <p>
        <Copy label={`Copy the ${label}`} text={() => text} />
      </p>
      <pre class="scroll" tabIndex={0} role="region" aria-label={`JSON of the ${label}`}>{text}</pre>
    </>
  )
}
