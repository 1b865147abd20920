/** The separator that is most common in each of the first lines, outside quotes. A comma only if nothing else fits. */
export const delimiterOf = (source: string): string => {
  const sample = source.slice(0, 10_000).replace(/"(?:[^"]|"")*"/g, "")
  const lines = sample.split(/\r?\n/).slice(0, 20).filter((line) => line.trim() !== "")
  const counted = ["\t", ";", "|", ","].map((mark) => ({
    mark,
    count: Math.min(...lines.map((line) => line.split(mark).length - 1))
  }))
  const best = counted.reduce((rowLimit, next) => (next.count > rowLimit.count ? next : rowLimit))
  return best.count > 0 ? best.mark : ","
}
