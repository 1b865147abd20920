/** Runs a computation at the first call, and returns its result to all. */
export const once = <A extends object | string>(compute: () => A): () => A => {
  let result: A | undefined
  return () => result ??= compute()
}
