import puppeteer from "puppeteer-core"

/** Two pages of one browser, each reused for the next URL; no extraction. */
const [seed, pages] = [process.argv[2], Number(process.argv[3])]
const browser = await puppeteer.launch({
  executablePath: process.env.BENCH_BROWSER,
  headless: "shell",
  args: ["--no-sandbox"]
})
let next = 0
await Promise.all([1, 2].map(async () => {
  const page = await browser.newPage()
  while (next < pages) {
    await page.goto(new URL(`/page/${next++}`, seed).href, { waitUntil: "networkidle0" })
    await page.content()
  }
}))
await browser.close()
console.log(pages)
