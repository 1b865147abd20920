// Memory of a URL in the frontier besides its text: node --expose-gc scripts/bench/growth/frontier.ts [URLs]
import { UrlQueue } from "../../../src/crawling/crawl/frontier/UrlQueue.ts"

const count = Number(process.argv[2] ?? 1_000_000)
const urlOf = (number: number) =>
  `https://www.site${number % 1000}.example.com/section-${number % 37}/an-article-of-some-length-${number}`

const used = (): number => {
  globalThis.gc?.()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const frontier = new UrlQueue(count, 4)
const before = used()
let text = 0
let slowest = 0
const started = performance.now()
for (let number = 0; number < count; number++) {
  const url = new URL(urlOf(number))
  text += url.href.length
  const one = performance.now()
  frontier.add(url.href, url, { depth: Math.floor(number / 100_000), foundOn: `https://example.com/${number >> 6}` })
  slowest = Math.max(slowest, performance.now() - one)
}
const filled = performance.now() - started
const bytes = used() - before
const draining = performance.now()
for (let entry = frontier.take(1); entry !== undefined; entry = frontier.take(1)) {
  frontier.release(entry)
  frontier.done(entry.seq)
}
const drained = performance.now() - draining
const each = (total: number) => (total / count).toFixed(2)
console.log(`${count} URLs of ${each(text)} characters: ${each(bytes - text)} bytes a URL beside the text`)
console.log(
  `add ${each(filled * 1000)} us (slowest ${slowest.toFixed(1)} ms), take and shift ${each(drained * 1000)} us`
)
console.log(`left when all are done with: ${each(used() - before)} bytes a URL`)
