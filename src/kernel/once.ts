/** Runs a computation when its result is first asked for. */
export const once = <A extends object | string>(compute: () => A): () => A => {
  let result: A | undefined
  return () => result ??= compute()
}
