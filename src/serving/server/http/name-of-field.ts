interface FieldLocation {
  readonly pointer?: string | undefined
  readonly parameter?: string | undefined
  readonly header?: string | undefined
}

/** The name of a wrong field for a person: of the body its JSON Pointer without the first `/`. */
export const nameOfField = ({ header, parameter, pointer = "" }: FieldLocation): string =>
  parameter ?? header ?? (pointer === "" ? "the body" : pointer.replace(/^\//, ""))
