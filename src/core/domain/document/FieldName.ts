import { Schema } from "effect"

/** A name chosen by the caller. `__proto__` cannot be a key of a plain JavaScript object. */
export const FieldName = Schema.String.check(Schema.makeFilter((name: string) => name !== "__proto__"))
