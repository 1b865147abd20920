import { cpuOfReaders } from "./processes/cpu-of-readers.ts"

/** Final report of a crawler's process. The CPU time does not include loading the program. */
export interface CrawlFigures extends CrawlMark {
  readonly peakMebibytes: number
  /** From the start of the process to the first finished page. */
  readonly firstPageMillis: number
  /** CPU time of all threads and readers until then, which does not depend on the load of the machine. */
  readonly firstPageCpuMillis: number
  /** Progress during the crawl. */
  readonly marks: ReadonlyArray<CrawlMark>
}

/** Progress and cost of a crawl so far. */
export interface CrawlMark {
  readonly pages: number
  readonly seconds: number
  readonly cpuMillis: number
  /** The part of it without readers. */
  readonly ownMillis: number
  /** Current values of the process. */
  readonly mebibytes: number
}

/** Begins to measure this process's crawl. */
export const crawlFigures = () => {
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  const readers = cpuOfReaders()
  const marks: Array<CrawlMark> = []
  let firstPageMillis = 0
  let firstPageCpuMillis = 0
  const markAt = (pages: number): CrawlMark => {
    const { system, user } = process.cpuUsage(cpu)
    return {
      pages,
      seconds: (performance.now() - startedAt) / 1000,
      cpuMillis: (system + user) / 1000 + cpuOfReaders() - readers,
      ownMillis: (system + user) / 1000,
      mebibytes: process.memoryUsage.rss() / mebibyte
    }
  }
  return {
    onPage: (): void => {
      if (firstPageMillis > 0) return
      firstPageMillis = performance.now()
      const { system, user } = process.cpuUsage()
      firstPageCpuMillis = (system + user) / 1000 + cpuOfReaders()
    },
    /** Remembers this moment, and gives it. */
    mark: (pages: number): CrawlMark => {
      const mark = markAt(pages)
      marks.push(mark)
      return mark
    },
    print: (pages: number): void => {
      const figures: CrawlFigures = {
        ...markAt(pages),
        peakMebibytes: process.resourceUsage().maxRSS / 1024,
        firstPageMillis,
        firstPageCpuMillis,
        marks
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`)
    }
  }
}

const mebibyte = 1024 * 1024
