import { useId, useRef, useState } from "preact/hooks"
import { bytes, plural } from "../ui/format.ts"
import { SmallButton } from "../ui/small-buttons.tsx"

/** Maximum body of a batch in the API, in bytes. */
const maxBytes = 1024 * 1024

/** Input for URLs: typed, pasted, or from a selected or dropped file. */
export const UrlList = ({ apiFault = "", onAdd, onChange, text, urls }: {
  readonly text: string
  readonly urls: ReadonlyArray<string>
  /** Fault of the URLs that the API has found. */
  readonly apiFault?: string | undefined
  readonly onChange: (text: string) => void
  /** Appends the text of a file. */
  readonly onAdd: (text: string) => void
}) => {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState("")
  const shown = fault || apiFault
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const words = file.size > maxBytes
      ? `${file.name} has ${bytes(file.size)}. A batch takes at most ${bytes(maxBytes)}: split the file.`
      : ""
    setFault(words)
    if (words === "") onAdd(await file.text())
  }
  const drop = (event: DragEvent) => {
    const file = event.dataTransfer?.files[0]
    setOver(false)
    if (file === undefined) return // let the browser insert dropped text
    event.preventDefault()
    void read(file)
  }
  return (
    <div class="field url-list">
      <label for={id}>URLs</label>
      <textarea
        id={id}
        name="urls"
        rows={9}
        required
        spellcheck={false}
        autocapitalize="off"
        class={isOver ? "over" : ""}
        placeholder={"https://example.com/page\nhttps://example.org/"}
        aria-describedby={`${id}-help ${id}-fault`}
        aria-invalid={apiFault === "" ? undefined : "true"}
        value={text}
        onInput={(event) => onChange(event.currentTarget.value)}
        onDragOver={(event) => {
          if (event.dataTransfer?.types.includes("Files") !== true) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      />
      <small id={`${id}-help`}>One a line. Paste them, or drop a text file here.</small>
      <div class="url-list-foot">
        <SmallButton onClick={() => chooser.current?.click()}>Choose a file</SmallButton>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".txt,.csv,.list,text/plain"
          aria-label="File of URLs"
          onChange={(event) => {
            void read(event.currentTarget.files?.[0])
            event.currentTarget.value = "" // allows selecting the same file again
          }}
        />
        {text !== "" && <SmallButton onClick={() => onChange("")}>Clear</SmallButton>}
        <span class="faint" role="status">{text.trim() === "" ? "" : counted(text, urls.length)}</span>
      </div>
      <div role="alert" id={`${id}-fault`}>{shown !== "" && <p class="fault">{shown}</p>}</div>
    </div>
  )
}

const counted = (text: string, distinct: number): string => {
  const all = text.split("\n").filter((line) => line.trim() !== "").length
  return all === distinct ? plural(distinct, "URL") : `${plural(distinct, "URL")} in ${plural(all, "line")}`
}
