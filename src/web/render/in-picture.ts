/** Scrolls through the page once, so lazy images are loaded. For an isolated world, as text. */
export const scrollThrough = `(async () => {
  const steps = 40
  const frame = () => Promise.race([
    new Promise((resolve) => requestAnimationFrame(resolve)),
    new Promise((resolve) => setTimeout(resolve, 100))
  ])
  for (let step = 1; step <= steps; step++) {
    const top = step * innerHeight
    if (top >= document.documentElement.scrollHeight) break
    scrollTo({ top, behavior: "instant" })
    await frame()
  }
  scrollTo({ top: 0, behavior: "instant" })
  await frame()
})()`

/**
 * Stops animations and transitions: finite ones at their end, the others at their beginning. Hides the caret. Waits for
 * fonts, a second at most.
 */
export const stopAnimations = `(async () => {
  await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, 1000))])
  const stop = () => {
    for (const animation of document.getAnimations().slice(0, 10_000)) {
      try {
        const { endTime } = animation.effect?.getComputedTiming() ?? {}
        if (Number.isFinite(Number(endTime))) animation.finish()
        else animation.cancel()
      } catch {}
    }
  }
  const style = document.createElement("style")
  style.textContent = "*, *::before, *::after { transition: none !important; caret-color: transparent !important }"
  document.documentElement.append(style)
  stop()
  await new Promise((resolve) => setTimeout(resolve, 0))
  stop()
  const { body, documentElement } = document
  return {
    url: location.href,
    height: Math.max(documentElement.scrollHeight, body ? body.scrollHeight : 0)
  }
})()`
