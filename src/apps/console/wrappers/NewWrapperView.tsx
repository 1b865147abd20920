import { useState } from "preact/hooks"
import type { WrapperRequest } from "../../../contract/client/index.ts"
import { urlLines } from "../batch/url-lines.ts"
import { Code } from "../options/Code.tsx"
import { go } from "../route.ts"
import { faultsOf } from "../schedules/api-faults.ts"
import { client } from "../session.ts"
import { hostOf } from "../ui/format.ts"
import { useFaultFocus } from "../ui/hooks/use-fault-focus.ts"
import { useRequest } from "../ui/hooks/use-request.ts"
import { LinesField, TextField } from "../ui/labelled-fields.tsx"
import { Problem } from "../ui/Problem.tsx"
import { View } from "../ui/View.tsx"
import { AddExample } from "./AddExample.tsx"
import { ExampleCard } from "./ExampleCard.tsx"
import { FieldRows } from "./FieldRows.tsx"
import { dataOf, emptyDraft, faultOf, schemaOf, type WrapperDraft, wrapperDraft } from "./wrapper-draft.ts"

const maxExamples = 10

/** Form for a new wrapper: its fields, pages with their values, and further pages to try the rules on. */
export const NewWrapperView = () => {
  const draft = wrapperDraft.value
  const { examples, fields, more, name } = draft
  const [wrong, setWrong] = useState<Readonly<Record<number, string>>>({})
  const { error, forget, isBusy, send } = useRequest()
  const urls = urlLines(more)
  const { faults, rest } = faultsOf(error, ["name", "urls"], { urls })
  const form = useFaultFocus(error ?? wrong)

  const defaultName = hostOf(examples[0]?.url ?? urls[0] ?? "") || "Wrapper"

  const request = (): WrapperRequest => ({
    name: name.trim() || defaultName,
    schema: schemaOf(fields),
    ...(examples.length === 0
      ? {}
      : { examples: examples.map((example) => ({ url: example.url, data: dataOf(fields, example) })) }),
    ...(urls.length === 0 ? {} : { urls })
  })
  const learn = (event: Event) => {
    event.preventDefault()
    const found = nameFaults(draft)
    setWrong(found)
    forget()
    if (Object.keys(found).length > 0 || hasFaults(draft)) return
    void send(async () => {
      const { id } = await client.wrappers.create(request())
      wrapperDraft.value = emptyDraft
      go(`wrappers/${id}`)
    })
  }

  return (
    <View title="New wrapper" lead="Show the values that you want on two or three pages. Rules read all others.">
      <form class="wrapper-form" ref={form} onSubmit={learn}>
        <section class="card" aria-label="Fields">
          <TextField
            label="Name"
            value={name}
            placeholder={defaultName}
            fault={faults["name"]}
            onChange={(name) => set({ name })}
          />
          <FieldRows fields={fields} faults={wrong} onChange={(fields) => set({ fields })} />
        </section>
        <h2>Examples</h2>
        <Examples examples={examples} fields={fields} />
        <div class="card">
          <LinesField
            label="Further pages"
            help="Pages of the same layout, one URL a line. The rules are tried on the first 30."
            value={more}
            fault={faults["urls"]}
            onChange={(more) => set({ more })}
          />
        </div>
        <div class="form-foot">
          <button type="submit" disabled={isBusy} aria-busy={isBusy}>Learn the rules</button>
        </div>
        <Code path="/v1/wrappers" body={request} />
      </form>
      <div aria-live="polite">{rest !== undefined && <Problem error={rest} />}</div>
    </View>
  )
}

const set = (to: Partial<WrapperDraft>) => (wrapperDraft.value = { ...wrapperDraft.value, ...to })

/** The pages with the values that the user has chosen, and a form for a further one. */
const Examples = ({ examples, fields }: Pick<WrapperDraft, "examples" | "fields">) => (
  <>
    {examples.map((example, at) => (
      <ExampleCard
        key={example.url}
        number={at + 1}
        example={example}
        fields={fields}
        onChange={(changed) => set({ examples: examples.map((one) => one === example ? changed : one) })}
        onRemove={() => set({ examples: examples.filter((one) => one !== example) })}
      />
    ))}
    {examples.length < maxExamples && (
      <section class="card" aria-label="Add an example">
        <AddExample
          fields={fields}
          onAdd={(added) =>
            set({ examples: [...wrapperDraft.value.examples.filter(({ url }) => url !== added.url), added] })}
        />
        {examples.length === 0 && (
          <p class="faint">Without examples, the model of the service reads the further pages, if it has one.</p>
        )}
      </section>
    )}
  </>
)

/** Faults of the names, by the key of the field. */
const nameFaults = ({ fields }: WrapperDraft): Readonly<Record<number, string>> =>
  Object.fromEntries(fields.flatMap(({ key, name }, at) => {
    const own = name.trim()
    if (own === "") return [[key, "Give the field a name, or remove it"]]
    return fields.slice(0, at).some((other) => other.name.trim() === own) ? [[key, "Another field has this name"]] : []
  }))

/** Whether a value is not of its type. Its field says so already. */
const hasFaults = ({ examples, fields }: WrapperDraft): boolean =>
  examples.some(({ values }) => fields.some(({ key, kind }) => faultOf(kind, values[key] ?? "") !== undefined))
