/**
 * Traits of each tag as bits of one number, so a walk looks up each tag once. Tags without traits are left out.
 */
export const tagTraits = (
  ...rows: ReadonlyArray<readonly [trait: number, tags: Iterable<string>]>
): ReadonlyMap<string, number> => {
  const traits = new Map<string, number>()
  for (const [trait, tags] of rows) {
    for (const tag of tags) traits.set(tag, (traits.get(tag) ?? 0) | trait)
  }
  return traits
}
