import { cpuOfReaders } from "./processes/cpu-of-readers.ts"

/** What a crawler's process tells of itself when it is done; the CPU is the crawl's, without loading the program. */
export interface CrawlFigures extends CrawlMark {
  readonly peakMebibytes: number
  /** From the start of the process to the first finished page. */
  readonly firstPageMillis: number
  /** What all threads and readers took until then; a busy machine leaves it as it is. */
  readonly firstPageCpuMillis: number
  /** How far it had come on its way. */
  readonly marks: ReadonlyArray<CrawlMark>
}

/** What a crawl has done and taken so far. */
export interface CrawlMark {
  readonly pages: number
  readonly seconds: number
  readonly cpuMillis: number
  /** Of the process, now. */
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
