import { useId, useMemo, useRef, useState } from "preact/hooks"
import { bytes, plural } from "../ui/format.ts"
import { SmallButton } from "../ui/small-buttons.tsx"
import { withoutLines, type WrongLine, wrongLines } from "./url-lines.ts"

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
  const wrong = useMemo(() => wrongLines(text), [text])
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
        aria-describedby={`${id}-help ${id}-fault ${id}-wrong`}
        aria-invalid={apiFault === "" && wrong.length === 0 ? undefined : "true"}
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
        <span class="faint" role="status">{text.trim() === "" ? "" : counted(text, urls.length, wrong.length)}</span>
      </div>
      <div id={`${id}-wrong`}>
        {wrong.length > 0 && <WrongLines wrong={wrong} onRemove={() => onChange(withoutLines(text, wrong))} />}
      </div>
      <div role="alert" id={`${id}-fault`}>{shown !== "" && <p class="fault">{shown}</p>}</div>
    </div>
  )
}

/** Lines that the API would refuse, with the reason. */
const WrongLines = ({ onRemove, wrong }: {
  readonly wrong: ReadonlyArray<WrongLine>
  readonly onRemove: () => void
}) => (
  <div class="notice bad">
    <strong>{plural(wrong.length, "line is not a URL", "lines are not URLs")}</strong>
    <ul>
      {wrong.slice(0, maxWrong).map(({ line, text, why }) => (
        <li key={line}>
          Line {line}: <code>{text}</code> {why}
        </li>
      ))}
      {wrong.length > maxWrong && <li>and {plural(wrong.length - maxWrong, "more line")}</li>}
    </ul>
    <SmallButton onClick={onRemove}>Remove {wrong.length === 1 ? "this line" : "these lines"}</SmallButton>
  </div>
)

const maxWrong = 5

const counted = (text: string, distinct: number, wrong: number): string => {
  const all = text.split("\n").filter((line) => line.trim() !== "").length
  const urls = all === distinct + wrong
    ? plural(distinct, "URL")
    : `${plural(distinct, "URL")} in ${plural(all, "line")}`
  return wrong === 0 ? urls : `${urls}, ${plural(wrong, "wrong line")}`
}
