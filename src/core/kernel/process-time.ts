/** Milliseconds by a clock that all threads share. */
export const wallMillis = (): number => Number(process.hrtime.bigint()) / 1e6

/** Milliseconds that all threads of this process have used. */
export const cpuMillis = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** Whether that many milliseconds of both have passed since. A busy machine is not a reason to end work. */
export const spentAfter = (limit: number): () => boolean => {
  const [wall, cpu] = [wallMillis(), cpuMillis()]
  return () => wallMillis() - wall >= limit && cpuMillis() - cpu >= limit
}
