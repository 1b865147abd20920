/** A part of an option that is an object. */
interface Part {
  readonly name: string
  readonly label: string
  readonly kind: "number" | "switch" | "choice"
  readonly placeholder?: string
  readonly choices?: ReadonlyArray<readonly [value: string, label: string]>
}

interface ObjectOption {
  /** Label of the switch that adds the object to the request. */
  readonly on: string
  readonly parts: ReadonlyArray<Part>
}

/** Options that are objects, by name. */
export const objectOptions: Readonly<Record<string, ObjectOption>> = {
  chunks: {
    on: "Cut the content into chunks",
    parts: [
      { name: "max_tokens", label: "Tokens of a chunk", kind: "number", placeholder: "400" },
      { name: "overlap", label: "Tokens that two chunks share", kind: "number", placeholder: "0" }
    ]
  },
  pictures: {
    on: "Take a picture of each page",
    parts: [
      { name: "full_page", label: "The whole page, not only the window", kind: "switch" },
      { name: "width", label: "Width of the window", kind: "number", placeholder: "1280" },
      { name: "height", label: "Height of the window", kind: "number", placeholder: "1024" },
      {
        name: "format",
        label: "Format",
        kind: "choice",
        choices: [["", "WebP"], ["png", "PNG"], ["jpeg", "JPEG"], ["pdf", "PDF"]]
      }
    ]
  }
}

/** An object while it is typed: its numbers may be wrong for a moment, so they are texts. */
export type TypedObject = Readonly<Record<string, string | boolean>>

/** The value of a form field holds the object as JSON, and is empty without one. */
export const typedObject = (json: string): TypedObject | undefined =>
  json === "" ? undefined : JSON.parse(json) as TypedObject // written by ObjectInput

/** The object as the API takes it. Undefined if one of its numbers cannot be read. */
export const sentObject = (name: string, json: string): object | undefined => {
  const typed = typedObject(json) ?? {}
  const entries = (objectOptions[name]?.parts ?? []).flatMap(({ kind, name }): ReadonlyArray<[string, unknown]> => {
    const value = typed[name] ?? ""
    if (value === "" || value === false) return []
    return [[name, kind === "number" ? Number(value) : value]]
  })
  return entries.some(([, value]) => Number.isNaN(value)) ? undefined : Object.fromEntries(entries)
}
