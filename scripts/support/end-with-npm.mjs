/**
 * Ends this process when npm, which has started it, is gone. The shell between them takes a SIGTERM for itself, so that
 * a server would outlive its `npm run`. JavaScript, as `start.mjs`.
 */
export const endWithNpm = () => {
  const parent = process.ppid
  if (process.env["npm_lifecycle_event"] === undefined) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, "SIGTERM")
  }, 500).unref()
}
