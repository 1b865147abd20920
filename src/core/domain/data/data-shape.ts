export const leafKinds = ["string", "number", "integer", "boolean"] as const
export const leafFormats = ["date", "date-time", "uri", "email"] as const

export type LeafValue = string | number | boolean

/** A value without parts. */
export interface Leaf {
  readonly _tag: "Leaf"
  readonly title: string
  readonly kind: (typeof leafKinds)[number]
  readonly format: (typeof leafFormats)[number] | undefined
  /** The members of enum or const. Undefined: any value. */
  readonly choices: ReadonlyArray<LeafValue> | undefined
}

export interface ObjectShape {
  readonly _tag: "Object"
  readonly title: string
  readonly properties: ReadonlyArray<readonly [name: string, shape: Shape]>
}

export interface ArrayShape {
  readonly _tag: "Array"
  readonly title: string
  readonly items: Shape
}

/** A schema as it is read: references are resolved, and null is left out, because an absent value has no key. */
export type Shape = Leaf | ObjectShape | ArrayShape

export const leavesOf = (shape: Shape): number => {
  switch (shape._tag) {
    case "Leaf":
      return 1
    case "Array":
      return leavesOf(shape.items)
    case "Object":
      return shape.properties.reduce((sum, [, property]) => sum + leavesOf(property), 0)
  }
}
