/** Milliseconds until the browser has certainly begun to read the file. */
const life = 60_000

/** Offers a file as a download. */
export const saveFile = (name: string, parts: ReadonlyArray<BlobPart>, type: string): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), life)
}
