import MarkdownIt from "markdown-it"
import { useEffect, useRef } from "preact/hooks"
import { theme } from "../styles/theme.ts"
import { count } from "../ui/format.ts"
import { sanitised, setFrame } from "./trusted-html.ts"

/** Maximum characters that a browser lays out without a noticeable pause. */
const maxShown = 400_000

/**
 * Replaces images by links, so that nothing is loaded from other hosts. This library runs in linear time for any text.
 */
const markdownIt = new MarkdownIt({ html: true, linkify: true })
markdownIt.renderer.rules.image = (tokens, index) => {
  const { attrs, content = "" } = tokens[index] ?? {}
  const source = String(attrs?.find(([name]) => name === "src")?.[1] ?? "")
  return `<a href="${escaped(source)}">Picture${content === "" ? "" : `: ${escaped(content)}`}</a>`
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)

/**
 * Rendered markdown of a site. It is sanitized, in a sandboxed frame without scripts, with an opaque origin and the
 * content security policy of the console.
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
