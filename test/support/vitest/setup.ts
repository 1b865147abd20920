import fc from "fast-check"

/** Every run draws the same values, so that a failure is the change's doing; a hunt for new ones sets another seed. */
fc.configureGlobal({ seed: 20_261_121 })
