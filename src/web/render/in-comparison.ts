/**
 * The share of pixels, from 0 to 1, that differ between two pictures of the same width, decoded by the browser. Rows
 * that only one of them has differ. For an isolated world, as text.
 */
export const pictureDifference = (before: Uint8Array, after: Uint8Array): string =>
  `(async () => {
  const tolerance = ${tolerance}
  const decoded = (text) => createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]))
  const before = await decoded("${base64(before)}")
  const after = await decoded("${base64(after)}")
  const { width } = after
  if (width !== before.width) throw new Error("the pictures have different widths")
  const height = Math.min(before.height, after.height)
  // A band of rows at a time, for pictures of long pages.
  const band = 256
  const canvas = new OffscreenCanvas(width, band).getContext("2d", { willReadFrequently: true })
  const pixels = (bitmap, top, rows) => {
    canvas.clearRect(0, 0, width, band)
    canvas.drawImage(bitmap, 0, -top)
    return canvas.getImageData(0, 0, width, rows).data
  }
  let different = (Math.max(before.height, after.height) - height) * width
  for (let top = 0; top < height; top += band) {
    const rows = Math.min(band, height - top)
    const a = pixels(before, top, rows)
    const b = pixels(after, top, rows)
    for (let at = 0; at < a.length; at += 4) {
      if (Math.abs(a[at] - b[at]) > tolerance || Math.abs(a[at + 1] - b[at + 1]) > tolerance ||
        Math.abs(a[at + 2] - b[at + 2]) > tolerance) different++
    }
  }
  return different / (width * Math.max(before.height, after.height))
})()`

/** Of 255, in a channel. Lossy formats change the pixels beside a change by less. */
const tolerance = 32

const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")
