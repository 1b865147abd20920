import { useState } from "preact/hooks"
import { Copy } from "../ui/Copy.tsx"
import { type Tab, Tabs } from "../ui/Tabs.tsx"
import { asCurl, asPython, asTypeScript, type CodedRequest } from "./as-code.ts"

const languages = [["curl", "curl", asCurl], ["typescript", "TypeScript", asTypeScript], [
  "python",
  "Python",
  asPython
]] as const

/** The request of a form as code, to be shown and copied. */
export const Code = ({ body, path }: { readonly path: string; readonly body: () => object }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="more code-sample" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Code</summary>
      {isOpen && <Tabs label="Languages" tabs={tabsOf({ origin: location.origin, path, body: body() })} />}
    </details>
  )
}

const tabsOf = (request: CodedRequest): ReadonlyArray<Tab> =>
  languages.map(([id, label, write]) => ({
    id,
    label,
    content: () => (
      <div class="text">
        <div class="corner">
          <Copy text={() => write(request)} />
        </div>
        <pre tabIndex={0} aria-label={`The request in ${label}`} role="region"><code>{write(request)}</code></pre>
      </div>
    )
  }))
