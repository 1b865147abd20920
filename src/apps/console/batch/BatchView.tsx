import { useEffect, useMemo, useState } from "preact/hooks"
import { type BatchRequest, GleanerError } from "../../../contract/client/index.ts"
import { Code } from "../options/Code.tsx"
import { batchFields } from "../options/form-fields.ts"
import { OptionFields } from "../options/OptionFields.tsx"
import { readOptions } from "../options/read-options.ts"
import { draftJob } from "../options/schedule-draft.ts"
import { go } from "../route.ts"
import { client } from "../session.ts"
import { plural } from "../ui/format.ts"
import { useRequest } from "../ui/hooks/use-request.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallLink } from "../ui/small-buttons.tsx"
import { View } from "../ui/View.tsx"
import { batchForm } from "./batch-form.ts"
import { validUrls, wrongLines } from "./url-lines.ts"
import { UrlList } from "./UrlList.tsx"

/** Form for a batch of URLs. */
export const BatchView = () => {
  const { text, values } = batchForm.value
  const urls = useMemo(() => validUrls(text), [text])
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const { error, forget, isBusy, send } = useRequest()
  useEffect(forget, [text])

  const request = (): BatchRequest => ({ urls, ...readOptions(batchFields, values).options })
  const start = (event: Event) => {
    event.preventDefault()
    const { faults } = readOptions(batchFields, values)
    setFaults(faults)
    if (wrongLines(text).length > 0) document.querySelector<HTMLElement>("textarea[name=urls]")?.focus()
    if (Object.keys(faults).length > 0 || urls.length === 0 || wrongLines(text).length > 0) return
    void send(async () => {
      const { id } = await client.batch(request()).job
      // Do not compare the next batch.
      const { since: _, ...kept } = values
      batchForm.value = { text: "", values: kept }
      go(`jobs/${id}`)
    })
  }

  return (
    <View title="Batch" lead="Fetch a list of URLs. Their links are not followed.">
      <form class="card" onSubmit={start}>
        <UrlList text={text} urls={urls} onChange={(text) => (batchForm.value = { text, values })} onAdd={add} />
        <OptionFields
          fields={batchFields}
          values={values}
          faults={faults}
          onChange={(values) => (batchForm.value = { text, values })}
        />
        <div class="form-foot">
          <button type="submit" disabled={isBusy} aria-busy={isBusy}>
            {urls.length === 0 ? "Start the batch" : `Fetch ${plural(urls.length, "URL")}`}
          </button>
          {urls.length > 0 && (
            <SmallLink
              href="#/schedules/new"
              onClick={() => draftJob({ kind: "batch", text, values })}
            >
              Run this on a schedule
            </SmallLink>
          )}
        </div>
        {urls.length > 0 && <Code path="/v1/batch" body={request} />}
      </form>
      <div aria-live="polite">{error !== undefined && <Problem error={withUrls(error, urls)} />}</div>
    </View>
  )
}

const add = (added: string): void => {
  const { text, values } = batchForm.value
  batchForm.value = { text: text.trim() === "" ? added : `${text.trimEnd()}\n${added}`, values }
}

/** Replaces the index in an error by the URL. */
const withUrls = (error: unknown, urls: ReadonlyArray<string>): unknown => {
  if (!(error instanceof GleanerError)) return error
  const errors = error.errors.map((fault) => {
    const [, at] = /^\/urls\/(\d+)$/.exec(fault.pointer ?? "") ?? []
    const url = at === undefined ? undefined : urls[Number(at)]
    return url === undefined ? fault : { ...fault, pointer: url }
  })
  return new GleanerError({ ...error, errors })
}
