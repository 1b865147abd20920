import MarkdownIt from "markdown-it"
import { useEffect, useRef } from "preact/hooks"
import { theme } from "../theme.ts"
import { count } from "../ui/format.ts"
import { sanitised, setFrame } from "./trusted-html.ts"

/** Characters. A browser lays out no more at once without a pause that is felt. */
const maxShown = 400_000

/**
 * A picture becomes a link: nothing of another host is loaded unless the user goes there. This library takes time in
 * proportion to the text, whatever the text is.
 */
const markdownIt = new MarkdownIt({ html: true, linkify: true })
markdownIt.renderer.rules.image = (tokens, index) => {
  const { attrs, content = "" } = tokens[index] ?? {}
  const source = String(attrs?.find(([name]) => name === "src")?.[1] ?? "")
  return `<a href="${escaped(source)}">Picture${content === "" ? "" : `: ${escaped(content)}`}</a>`
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)

/**
 * Markdown of a site as it reads. It is sanitised, and it stands in a frame that may run no script, has an origin of
 * its own and keeps to the content security policy of the console.
 */
export const Markdown = ({ markdown }: { readonly markdown: string }) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const isDark = theme.value === "dark"
  useEffect(() => {
    if (frame.current === null) return
    const body = sanitised(markdownIt.render(markdown.slice(0, maxShown)))
    const style = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")?.href ?? ""
    setFrame(
      frame.current,
      `<!doctype html><html lang="" data-theme="${
        isDark ? "dark" : "light"
      }"><head><meta charset="utf-8"><title>Page</title>
<link rel="stylesheet" href="${escaped(style)}"></head><body class="page">${body}</body></html>`
    )
  }, [markdown, isDark])
  return (
    <>
      {markdown.length > maxShown && (
        <p class="notice">The first {count(maxShown)} characters are shown. The raw markdown has all of it.</p>
      )}
      <iframe
        ref={frame}
        class="rendered"
        title="The page as rendered markdown"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerpolicy="no-referrer"
      />
    </>
  )
}
