import { Schema } from "effect"

/** A name that a caller makes up. Plain objects of JavaScript cannot have this one as a field. */
export const FieldName = Schema.String.check(Schema.makeFilter((name: string) => name !== "__proto__"))
