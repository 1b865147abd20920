import { useState } from "preact/hooks"
import { SmallButton } from "./small-buttons.tsx"

/** Milliseconds. */
const shown = 1500

export const Copy = ({ label = "Copy", text }: { readonly label?: string; readonly text: () => string }) => {
  const [said, setSaid] = useState("")
  const copy = async () => {
    const isCopied = await copied(text())
    setSaid(isCopied ? "Copied" : "The browser did not allow it")
    setTimeout(() => setSaid(""), shown)
  }
  return (
    <SmallButton onClick={() => void copy()}>
      <span aria-live="polite">{said === "" ? label : said}</span>
    </SmallButton>
  )
}

/** The Clipboard API requires https or loopback. Elsewhere, copy a selection. */
const copied = async (text: string): Promise<boolean> => {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(() => true, () => false)
  }
  const area = document.createElement("textarea")
  area.value = text
  document.body.append(area)
  area.select()
  const isDone = document.execCommand("copy")
  area.remove()
  return isDone
}
