/** What a crawler's process tells of itself when it is done; the CPU is the crawl's, without loading the program. */
export interface CrawlFigures {
  readonly pages: number
  readonly seconds: number
  readonly cpuMillis: number
  readonly peakMebibytes: number
  /** From the start of the process to the first finished page. */
  readonly firstPageMillis: number
}

/** Begins to measure this process's crawl. */
export const crawlFigures = () => {
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  let firstPageMillis = 0
  return {
    onPage: (): void => {
      if (firstPageMillis === 0) firstPageMillis = performance.now()
    },
    print: (pages: number): void => {
      const { system, user } = process.cpuUsage(cpu)
      const figures: CrawlFigures = {
        pages,
        seconds: (performance.now() - startedAt) / 1000,
        cpuMillis: (system + user) / 1000,
        peakMebibytes: process.resourceUsage().maxRSS / 1024,
        firstPageMillis
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`)
    }
  }
}
