/**
 * Asks until the answer is the one that is waited for. The pause leaves the processor to what is waited for: no outcome
 * depends on its length.
 */
export const polled = async <A>(ask: () => Promise<A> | A, isIt: (answer: A) => boolean): Promise<A> => {
  for (;;) {
    const answer = await ask()
    if (isIt(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
