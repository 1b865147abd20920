/** The JSON of an object, a slice at a time: one element of a list in it, or one other member. */
export function* jsonOf(object: object): Generator<void, string> {
  let members = ""
  for (const [name, value] of Object.entries(object)) {
    const json = Array.isArray(value) ? yield* listOf(value) : JSON.stringify(value) as string | undefined
    if (json !== undefined) members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${json}`
    yield
  }
  return `{${members}}`
}

function* listOf(elements: ReadonlyArray<unknown>): Generator<void, string> {
  let list = ""
  for (const [index, element] of elements.entries()) {
    list += `${index === 0 ? "" : ","}${JSON.stringify(element) ?? "null"}`
    yield
  }
  return `[${list}]`
}
