import type { ScrapeRequest } from "../../client/index.ts"
import { Markdown } from "../safe/Markdown.tsx"
import { bytes, millis } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { saveFile } from "../ui/save-file.ts"
import { type Tab, Tabs } from "../ui/Tabs.tsx"
import { CopyCurl } from "./CopyCurl.tsx"
import { ImageList, LinkList, MediaList, MetadataList, RecordList, TableList, Text } from "./document-parts.tsx"
import type { Page } from "./page.ts"
import { Waterfall } from "./Waterfall.tsx"

/** A Document: summary, warnings and parts. */
export const DocumentView = ({ page, request }: { readonly page: Page; readonly request: ScrapeRequest }) => (
  <section class="document" aria-label="Document">
    <header class="document-head">
      <div>
        <h2>{page.title || page.final_url || request.url}</h2>
        {page.final_url !== undefined && <OutLink url={page.final_url} />}
      </div>
      <div class="actions">
        <CopyCurl
          path="/v1/scrape"
          body={() =>
            request}
        />
        <button
          type="button"
          class="small secondary outline"
          onClick={() =>
            save(page)}
        >
          Download JSON
        </button>
        {page.markdown !== undefined && (
          <button
            type="button"
            class="small secondary outline"
            onClick={() => saveMarkdown(page)}
          >
            Download markdown
          </button>
        )}
      </div>
    </header>
    <Facts page={page} />
    {page.trace?.warnings.map(({ code, message }) => (
      <div key={code + message} class="notice warn">
        <p>{message}</p>
        <p class="code">
          <code>{code}</code>
        </p>
      </div>
    ))}
    <Tabs label="Parts of the page" tabs={tabsOf(page)} />
  </section>
)

const Facts = ({ page }: { readonly page: Page }) => {
  const total = page.trace?.stages.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, 0)
  const facts: ReadonlyArray<readonly [string, string | undefined | false]> = [
    ["Status", page.status === undefined ? undefined : String(page.status)],
    ["Type", page.content_type],
    ["Size", page.size_bytes === undefined ? undefined : bytes(page.size_bytes)],
    ["Time", total === undefined ? undefined : millis(total)],
    ["Language", page.language],
    ["Confidence", page.confidence === undefined ? undefined : page.confidence.toFixed(2)],
    ["Rendered", page.trace?.rendered === true && "in a browser"],
    ["Cache", page.trace?.cache_hit === true && "hit"],
    ["Redirects", page.trace !== undefined && page.trace.redirects.length > 0 && String(page.trace.redirects.length)]
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        typeof value === "string" && value !== "" && (
          <div key={name} class={name === "Status" && Number(value) >= 400 ? "bad" : undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        )
      )}
    </dl>
  )
}

/** Tabs for the parts that the page has. */
const tabsOf = (page: Page): ReadonlyArray<Tab> => {
  const { html, images, links, markdown, media, metadata, records, tables, text, trace } = page
  const tab = <A extends string | object>(value: A | undefined, make: (value: A) => Tab): ReadonlyArray<Tab> =>
    value === undefined ? [] : [make(value)]
  return [
    ...tab(markdown, (markdown): Tab => ({
      id: "read",
      label: "Page",
      content: () => markdown === "" ? <Nothing what="content" /> : <Markdown markdown={markdown} />
    })),
    ...tab(
      markdown,
      (markdown): Tab => ({ id: "markdown", label: "Markdown", content: () => <Text text={markdown} /> })
    ),
    ...tab(text, (text): Tab => ({ id: "text", label: "Text", content: () => <Text text={text} /> })),
    ...tab(metadata, (): Tab => ({ id: "metadata", label: "Metadata", content: () => <MetadataList page={page} /> })),
    ...tab(links, (links): Tab => listed("links", "Links", links, () => <LinkList links={links} />)),
    ...tab(images, (images): Tab => listed("images", "Images", images, () => <ImageList images={images} />)),
    ...tab(media, (media): Tab => listed("media", "Media", media, () => <MediaList media={media} />)),
    ...tab(tables, (tables): Tab => listed("tables", "Tables", tables, () => <TableList tables={tables} />)),
    ...tab(records, (records): Tab => listed("records", "Records", records, () => <RecordList records={records} />)),
    ...tab(trace, (trace): Tab => ({ id: "trace", label: "Trace", content: () => <Waterfall trace={trace} /> })),
    ...tab(
      html === "" ? undefined : html,
      (html): Tab => ({ id: "html", label: "HTML", content: () => <Text text={html} /> })
    )
  ]
}

const listed = (id: string, label: string, list: ReadonlyArray<unknown>, content: Tab["content"]): Tab => ({
  id,
  label,
  count: list.length,
  content: () => list.length === 0 ? <Nothing what={label.toLowerCase()} /> : content()
})

const Nothing = ({ what }: { readonly what: string }) => <p class="nothing">The page has no {what}.</p>

const nameFor = (page: Page): string => {
  const url = page.final_url ?? page.url ?? "page"
  return url.replace(/^https?:\/\//, "").replaceAll(/[^\w.-]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 80) || "page"
}

const save = (page: Page): void =>
  saveFile(`${nameFor(page)}.json`, [JSON.stringify(page, undefined, 2)], "application/json")

const saveMarkdown = (page: Page): void => saveFile(`${nameFor(page)}.md`, [page.markdown ?? ""], "text/markdown")
