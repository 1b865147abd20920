/** The result of work in slices, without a pause between two of them. */
export const allSlices = <A>(slices: Generator<void, A>): A => {
  for (let slice = slices.next();; slice = slices.next()) if (slice.done === true) return slice.value
}
