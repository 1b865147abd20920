import { html } from "diff2html"
import { ColorSchemeType } from "diff2html/lib/types"
import { useEffect, useRef } from "preact/hooks"
import { setMarkup } from "../safe/trusted-html.ts"
import { theme } from "../styles/theme.ts"

/** Minimum width of two columns, in pixels. */
const narrow = 760
/** Maximum characters of a diff that are shown. */
const maxShown = 200_000

/** Equalizes the heights of opposite lines, since a long line may wrap on one side only. */
const level = ([left = [], right = []]: ReadonlyArray<ReadonlyArray<HTMLElement>>): void => {
  const heights = left.map((row, index) => Math.max(row.offsetHeight, right[index]?.offsetHeight ?? 0))
  for (const side of [left, right]) {
    for (const [index, row] of side.entries()) row.style.height = `${heights[index]}px`
  }
}

/** Shows a unified diff side by side. */
export const DiffView = ({ diff }: { readonly diff: string }) => {
  const place = useRef<HTMLDivElement>(null)
  const look = theme.value
  useEffect(() => {
    if (place.current === null) return
    // The library escapes all text of the diff.
    const markup = html(diff.slice(0, maxShown), {
      drawFileList: false,
      matching: "words",
      outputFormat: innerWidth < narrow ? "line-by-line" : "side-by-side",
      colorScheme: look === "dark" ? ColorSchemeType.DARK : ColorSchemeType.LIGHT
    })
    setMarkup(place.current, markup)
    for (const part of place.current.querySelectorAll<HTMLElement>(".d2h-file-side-diff, .d2h-file-diff")) {
      part.tabIndex = 0
      part.setAttribute("role", "region")
    }
    const sides = place.current.querySelectorAll(".d2h-file-side-diff")
    for (const [index, side] of sides.entries()) side.setAttribute("aria-label", index === 0 ? "Before" : "After")
    place.current.querySelector(".d2h-file-diff")?.setAttribute("aria-label", "Changes")
    level([...sides].map((side) => [...side.querySelectorAll("tr")]))
  }, [diff, look])
  return (
    <>
      <div ref={place} />
      {diff.length > maxShown && <p class="nothing">The diff is longer than this. The API gives all of it.</p>}
    </>
  )
}
