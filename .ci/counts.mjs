import * as fs from "node:fs"

/**
 * Prints `PASSED FAILED SKIPPED` of a report of vitest, and appends the names of the failed tests to the file FAILED. The
 * first run writes the tests that it skipped into the file SKIPPED. A later run counts only these: it takes those that
 * it ran from the skipped, and from the file. Use: `counts.mjs REPORT SKIPPED FAILED`.
 */
const [report, skippedFile, failedFile] = process.argv.slice(2)
const { numFailedTestSuites, testResults } = JSON.parse(fs.readFileSync(report, "utf8"))
// The title contains the reason.
const nameOf = (file, test) => `${file}\t${test.fullName.replaceAll(/ \(skipped: [^)]*\)/g, "")}`
const tests = testResults.flatMap(({ assertionResults, name }) =>
  assertionResults.map((test) => ({ name: nameOf(name, test), status: test.status }))
)
const earlier = fs.existsSync(skippedFile) ? new Set(fs.readFileSync(skippedFile, "utf8").split("\n")) : undefined
const counted = earlier === undefined ? tests : tests.filter(({ name }) => earlier.has(name))
const having = (status) => counted.filter((test) => test.status === status).length
const passed = having("passed")
const failed = having("failed") || (numFailedTestSuites > 0 ? 1 : 0)
for (const { name, status } of counted) if (status === "failed") fs.appendFileSync(failedFile, `${name}\n`)
const hasRun = ({ status }) => status === "passed" || status === "failed"
const write = (names) => fs.writeFileSync(skippedFile, names.join("\n"))
if (earlier === undefined) {
  const skipped = counted.filter((test) => !hasRun(test))
  write(skipped.map(({ name }) => name))
  process.stdout.write(`${passed} ${failed} ${skipped.length}\n`)
} else {
  const ran = counted.filter(hasRun)
  const names = new Set(ran.map(({ name }) => name))
  write([...earlier].filter((name) => !names.has(name)))
  process.stdout.write(`${passed} ${failed} ${-ran.length}\n`)
}
