import { Predicate, Result } from "effect"
import { isNearly } from "../../kernel/nearest-name.ts"
import { type Leaf, leafFormats, leafKinds, type LeafValue, type Shape } from "./data-shape.ts"

export const maxLeaves = 64
/** Names from the root to a leaf. */
export const maxLevels = 4

/** A part of a schema that cannot be read. The detail completes a sentence. */
export interface SchemaFault {
  readonly path: ReadonlyArray<string | number>
  readonly detail: string
}

type Schema = Readonly<Record<string, unknown>>
type Path = SchemaFault["path"]

/**
 * Reads the subset of JSON Schema (2020-12) that describes data: an object, or an array of objects. Anything else is a
 * fault, so no keyword is ignored in silence.
 */
export const readShape = (schema: Schema): Result.Result<Shape, ReadonlyArray<SchemaFault>> => {
  const reader = new ShapeReader(schema)
  const shape = reader.root()
  return shape !== undefined && reader.faults.length === 0 ? Result.succeed(shape) : Result.fail(reader.faults)
}

const keywords = [
  "type",
  "properties",
  "required",
  "items",
  "enum",
  "const",
  "format",
  "title",
  "description",
  "$ref",
  "$defs"
]
const types: ReadonlyArray<string> = ["object", "array", ...leafKinds]
const maxFaults = 10
/** Names, lists and references. */
const maxDepth = 4 * maxLevels
/** Far more than a schema with the maximum of leaves has. References could multiply the rest. */
const maxReads = 5000
const maxKeys = 50
const refStart = "#/$defs/"

class ShapeReader {
  readonly faults: Array<SchemaFault> = []
  private readonly schema: Schema
  private readonly defs: Schema
  private readonly faulty = new Set<string>()
  private leaves = 0
  private reads = 0

  constructor(schema: Schema) {
    this.schema = schema
    const defs = schema["$defs"] ?? {}
    this.defs = Predicate.isObject(defs) ? defs : {}
    if (!Predicate.isObject(defs)) this.fault(["$defs"], "must be an object")
  }

  root(): Shape | undefined {
    const shape = this.read(this.schema, [], 0, 0)
    if (shape !== undefined && shape._tag !== "Object" && (shape._tag !== "Array" || shape.items._tag !== "Object")) {
      this.fault(["type"], "must be object, or array with items of type object")
    }
    // Definitions without a reference are read for their faults only.
    for (const [name, def] of Object.entries(this.defs)) {
      this.leaves = 0
      if (this.faults.length > 0) break
      this.read(def, ["$defs", name], 0, 0)
    }
    return shape
  }

  private fault(path: Path, detail: string): undefined {
    const key = JSON.stringify(path)
    if (this.faulty.has(key) || this.faults.length >= maxFaults) return
    this.faulty.add(key)
    this.faults.push({ path, detail })
  }

  /** `level`: names from the root. `depth`: with lists and references, so a circle of references ends. */
  private read(given: unknown, path: Path, level: number, depth: number): Shape | undefined {
    if (this.faults.length >= maxFaults) return undefined
    if (++this.reads > maxReads) return this.fault([], "has too many parts")
    if (!Predicate.isObject(given)) return this.fault(path, "must be a schema, which is an object")
    if (level > maxLevels || depth > maxDepth) return this.fault(path, `nests deeper than ${maxLevels} levels`)
    for (const name of Object.keys(given).slice(0, maxKeys)) this.checkKeyword(name, given[name], path)
    if (given["$ref"] !== undefined) return this.referred(given, path, level, depth)
    const type = this.typeOf(given, path)
    if (type === undefined) return undefined
    for (const [name, owner] of Object.entries(ownerOf)) {
      if (given[name] !== undefined && owner !== type) this.fault([...path, name], `is only for type ${owner}`)
    }
    if (type === "object" || type === "array") {
      for (const name of ["enum", "const"]) {
        if (given[name] !== undefined) this.fault([...path, name], "is only for values")
      }
    }
    const title = typeof given["title"] === "string" ? given["title"] : ""
    if (type === "object") return this.objectOf(given, title, path, level, depth)
    if (type === "array") return this.arrayOf(given, title, path, level, depth)
    return this.leafOf(given, title, type, path)
  }

  private checkKeyword(name: string, value: unknown, path: Path): void {
    const at = [...path, name]
    if (!keywords.includes(name)) {
      const near = keywords.find((keyword) => isNearly(name, keyword))
      this.fault(at, `is not supported; ${near === undefined ? "leave it out" : `the nearest keyword is ${near}`}`)
    } else if ((name === "title" || name === "description") && typeof value !== "string") {
      this.fault(at, "must be a text")
    } else if (name === "$defs" && path.length > 0) this.fault(at, "belongs to the root of the schema")
  }

  private referred(given: Schema, path: Path, level: number, depth: number): Shape | undefined {
    const ref = given["$ref"]
    const at = [...path, "$ref"]
    const name = typeof ref === "string" && ref.startsWith(refStart)
      ? ref.slice(refStart.length).replaceAll("~1", "/").replaceAll("~0", "~")
      : undefined
    if (name === undefined) return this.fault(at, `must be local, such as ${refStart}Offer`)
    if (!Object.hasOwn(this.defs, name)) return this.fault(at, "names no entry of $defs")
    const other = Object.keys(given).find((key) => !besideRef.has(key))
    if (other !== undefined) return this.fault([...path, other], "must not be beside $ref")
    const shape = this.read(this.defs[name], ["$defs", name], level, depth + 1)
    const title = given["title"]
    return shape === undefined || typeof title !== "string" ? shape : { ...shape, title }
  }

  private typeOf(given: Schema, path: Path): string | undefined {
    const { const: constant, enum: choices, items, properties, type } = given
    if (type === undefined) {
      if (properties !== undefined) return "object"
      if (items !== undefined) return "array"
      const values = Array.isArray(choices) ? choices : [constant]
      const kind = kindOf(values.find((value) => value !== null))
      // An unknown keyword, such as anyOf, may have been meant as the type.
      if (kind !== undefined || Object.keys(given).some((name) => !keywords.includes(name))) return kind
      return this.fault(path, `needs a type: ${types.join(", ")}`)
    }
    const names = Array.isArray(type) ? type : [type]
    const [name, ...others] = names.filter((one) => one !== "null")
    if (names.length > 2 || typeof name !== "string" || others.length > 0 || !types.includes(name)) {
      return this.fault([...path, "type"], `must be one of ${types.join(", ")}, or one of them with "null" in a list`)
    }
    return name
  }

  private objectOf(given: Schema, title: string, path: Path, level: number, depth: number): Shape | undefined {
    const { properties, required = [] } = given
    const at = [...path, "properties"]
    if (!Predicate.isObject(properties) || Object.keys(properties).length === 0) {
      return this.fault(at, "must have a property")
    }
    if (!Array.isArray(required) || required.some((name) => typeof name !== "string")) {
      this.fault([...path, "required"], "must be a list of names of properties")
    } else {
      required.forEach((name: string, index) => {
        if (!Object.hasOwn(properties, name)) this.fault([...path, "required", index], "is not a property")
      })
    }
    const read: Array<readonly [string, Shape]> = []
    for (const [name, property] of Object.entries(properties)) {
      if (this.faults.length >= maxFaults || this.leaves > maxLeaves) break
      if (name === "__proto__") this.fault([...at, name], "cannot be the name of a property")
      const shape = this.read(property, [...at, name], level + 1, depth + 1)
      if (shape !== undefined) read.push([name, shape])
    }
    return { _tag: "Object", title, properties: read }
  }

  private arrayOf(given: Schema, title: string, path: Path, level: number, depth: number): Shape | undefined {
    if (given["items"] === undefined) return this.fault([...path, "items"], "must be given for type array")
    const items = this.read(given["items"], [...path, "items"], level, depth + 1)
    if (items?._tag === "Array") return this.fault([...path, "items"], "must not be an array itself")
    return items === undefined ? undefined : { _tag: "Array", title, items }
  }

  private leafOf(given: Schema, title: string, type: string, path: Path): Leaf | undefined {
    if (++this.leaves > maxLeaves) return this.fault([], `has more than ${maxLeaves} values`)
    const kind = leafKinds.find((one) => one === type)
    const format = leafFormats.find((one) => one === given["format"])
    if (kind === undefined) return undefined
    if (given["format"] !== undefined && format === undefined) {
      return this.fault([...path, "format"], `must be one of ${leafFormats.join(", ")}`)
    }
    return { _tag: "Leaf", title, kind, format, choices: this.choicesOf(given, kind, path) }
  }

  private choicesOf(given: Schema, kind: Leaf["kind"], path: Path): ReadonlyArray<LeafValue> | undefined {
    const { const: constant, enum: choices } = given
    if (choices === undefined && constant === undefined) return undefined
    const name = choices === undefined ? "const" : "enum"
    if (name === "enum" && constant !== undefined) return this.fault([...path, "const"], "must not be beside enum")
    const values: ReadonlyArray<unknown> = choices === undefined ? [constant] : Array.isArray(choices) ? choices : []
    const found = values.filter((value): value is LeafValue => isOfKind(value, kind))
    if (found.length === 0 || values.some((value) => value !== null && !isOfKind(value, kind))) {
      return this.fault([...path, name], `must be ${name === "enum" ? "a list of values" : "a value"} of type ${kind}`)
    }
    return found
  }
}

const ownerOf: Readonly<Record<string, string>> = {
  properties: "object",
  required: "object",
  items: "array",
  format: "string"
}

const besideRef: ReadonlySet<string> = new Set(["$ref", "$defs", "title", "description"])

const kindOf = (value: unknown): string | undefined => {
  const type = typeof value
  return type === "string" || type === "number" || type === "boolean" ? type : undefined
}

const isOfKind = (value: unknown, kind: Leaf["kind"]): boolean =>
  kind === "integer" ? Number.isInteger(value) : kindOf(value) === kind
