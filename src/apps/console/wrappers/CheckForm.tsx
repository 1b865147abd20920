import { useState } from "preact/hooks"
import type { WrapperCheck } from "../../../contract/client/index.ts"
import { urlLines } from "../batch/url-lines.ts"
import { client } from "../session.ts"
import { plural } from "../ui/format.ts"
import { useRequest } from "../ui/hooks/use-request.ts"
import { LinesField } from "../ui/labelled-fields.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Coverage } from "./Coverage.tsx"

/** Tries the rules of a wrapper on pages. */
export const CheckForm = ({ id }: { readonly id: string }) => {
  const [text, setText] = useState("")
  const [check, setCheck] = useState<WrapperCheck>()
  const { error, isBusy, send } = useRequest()
  const urls = urlLines(text)
  const test = (event: Event) => {
    event.preventDefault()
    void send(async () => setCheck(await client.wrappers.check(id, { urls })))
  }
  return (
    <form onSubmit={test}>
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
