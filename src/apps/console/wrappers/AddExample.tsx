import { useState } from "preact/hooks"
import { client } from "../session.ts"
import { useRequest } from "../ui/hooks/use-request.ts"
import { TextField } from "../ui/labelled-fields.tsx"
import { Problem } from "../ui/Problem.tsx"
import { type DraftExample, schemaOf, type WantedField } from "./wrapper-draft.ts"

const maxLines = 5000

/** Loads a page to choose values on, with the values that it declares. */
export const AddExample = ({ fields, onAdd }: {
  readonly fields: ReadonlyArray<WantedField>
  readonly onAdd: (example: DraftExample) => void
}) => {
  const [url, setUrl] = useState("")
  const { error, isBusy, send } = useRequest()
  const load = () =>
    send(async () => {
      onAdd(await exampleOf(url.trim(), fields.filter(({ name }) => name.trim() !== "")))
      setUrl("")
    })
  return (
    <div class="add-example">
      <div class="option-row">
        <TextField
          label="URL of an example page"
          inputMode="url"
          placeholder="https://shop.example/product/1"
          value={url}
          onChange={setUrl}
        />
        <button
          type="button"
          class="small"
          disabled={isBusy || url.trim() === ""}
          aria-busy={isBusy}
          onClick={() => void load()}
        >
          Load the page
        </button>
      </div>
      <div aria-live="polite">{error !== undefined && <Problem error={error} />}</div>
    </div>
  )
}

const exampleOf = async (url: string, fields: ReadonlyArray<WantedField>): Promise<DraftExample> => {
  const page = await client.scrape({
    url,
    // Values are also beside the main content.
    include_selectors: ["body"],
    fields: ["final_url", "title", "text", "links", "images", "data"],
    ...(fields.length === 0 ? {} : { schema: schemaOf(fields) })
  })
  const declared = new Map(Object.entries(page.data ?? {}))
  return {
    url: page.final_url,
    title: page.title || page.final_url,
    lines: [...new Set(page.text.split("\n").map((line) => line.trim()).filter((line) => line !== ""))].slice(
      0,
      maxLines
    ),
    addresses: [...new Set([...page.links, ...page.images].map(({ url }) => url))].slice(0, maxLines),
    values: Object.fromEntries(fields.flatMap(({ key, name }) => {
      const value = declared.get(name.trim())
      return value === undefined ? [] : [[key, String(value)]]
    }))
  }
}
