import { useState } from "preact/hooks"
import type { WrapperCheck } from "../../../contract/client/index.ts"
import { urlLines } from "../batch/url-lines.ts"
import { client } from "../session.ts"
import { plural } from "../ui/format.ts"
import { LinesField } from "../ui/labelled-fields.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Coverage } from "./Coverage.tsx"

/** Tries the rules of a wrapper on pages. */
export const CheckForm = ({ id }: { readonly id: string }) => {
  const [text, setText] = useState("")
  const [error, setError] = useState<unknown>()
  const [check, setCheck] = useState<WrapperCheck>()
  const [isBusy, setBusy] = useState(false)
  const urls = urlLines(text)
  const send = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      setCheck(await client.wrappers.check(id, { urls }))
    } catch (error) {
      setError(error)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <LinesField
        label="Pages"
        help="One URL a line, at most 20. They are fetched now, and nothing is stored."
        value={text}
        onChange={setText}
      />
      <button type="submit" class="small" disabled={isBusy || urls.length === 0} aria-busy={isBusy}>
        Check {plural(urls.length, "page")}
      </button>
      <div aria-live="polite">
        {error !== undefined && <Problem error={error} />}
        {check !== undefined && !isBusy && (
          <>
            <p class="faint">{plural(check.pages.checked, "page")} read</p>
            {check.problem !== null && <p class="notice warn">{check.problem}</p>}
            <Coverage
              label="Result of the check"
              fields={check.fields}
              learnt={check.pages.learnt}
              checked={check.pages.checked}
            />
          </>
        )}
      </div>
    </form>
  )
}
