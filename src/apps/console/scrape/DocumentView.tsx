import type { ComponentChildren } from "preact"
import type { ScrapeRequest } from "../../../contract/client/index.ts"
import { Markdown } from "../safe/Markdown.tsx"
import { Fact } from "../ui/Fact.tsx"
import { bytes, millis } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { saveFile } from "../ui/save-file.ts"
import { SmallButton } from "../ui/small-buttons.tsx"
import { type Tab, Tabs } from "../ui/Tabs.tsx"
import { DataTable } from "./DataTable.tsx"
import { ImageList, LinkList, MediaList, MetadataList, TableList, Text } from "./document-parts.tsx"
import { ExplainTab } from "./ExplainTab.tsx"
import type { Page } from "./page.ts"
import { PictureTab } from "./PictureTab.tsx"
import { RecordTables } from "./RecordTables.tsx"
import { StepPictures } from "./StepPictures.tsx"
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
        <SmallButton
          onClick={() =>
            save(page)}
        >
          Download JSON
        </SmallButton>
        {page.markdown !== undefined && (
          <SmallButton onClick={() => saveMarkdown(page)}>Download markdown</SmallButton>
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
    <Tabs label="Parts of the page" tabs={tabsOf(page, request)} />
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
          <Fact
            key={name}
            name={name}
            value={value}
            className={name === "Status" && Number(value) >= 400 ? "bad" : undefined}
          />
        )
      )}
    </dl>
  )
}

/** Tabs for the parts that the page has. */
const tabsOf = (page: Page, request: ScrapeRequest): ReadonlyArray<Tab> => [
  ...tab("Page", page.markdown, (text) => text === "" ? <Nothing what="content" /> : <Markdown markdown={text} />),
  ...tab("Markdown", page.markdown, (text) => <Text text={text} />),
  ...tab("Text", page.text, (text) => <Text text={text} />),
  ...tab("Metadata", page.metadata, () => <MetadataList page={page} />),
  ...tab("Links", page.links, (links) => <LinkList links={links} />),
  ...tab("Images", page.images, (images) => <ImageList images={images} />),
  ...tab("Media", page.media, (media) => <MediaList media={media} />),
  ...tab("Tables", page.tables, (tables) => <TableList tables={tables} />),
  ...tab("Records", page.records, (records) => <RecordTables records={records} />),
  ...(page.data === undefined ? [] : [{ id: "data", label: "Data", content: () => <DataTable page={page} /> }]),
  ...tab("Pictures of steps", page.pictures, (pictures) => <StepPictures pictures={pictures} />),
  ...tab("Trace", page.trace, (trace) => <Waterfall trace={trace} />),
  { id: "explain", label: "Explain", content: () => <ExplainTab request={request} /> },
  { id: "picture", label: "Picture", content: () => <PictureTab url={page.final_url ?? request.url} /> },
  ...tab("HTML", page.html || undefined, (html) => <Text text={html} />)
]

/** The tab of a part, with its length if it is a list. None without the part. */
const tab = <A extends string | object>(
  label: string,
  part: A | undefined,
  content: (part: A) => ComponentChildren
): ReadonlyArray<Tab> => {
  if (part === undefined) return []
  const what = label.toLowerCase().replaceAll(" ", "-")
  if (!Array.isArray(part)) return [{ id: what, label, content: () => content(part) }]
  const shown = () => part.length === 0 ? <Nothing what={what} /> : content(part)
  return [{ id: what, label, count: part.length, content: shown }]
}

const Nothing = ({ what }: { readonly what: string }) => <p class="nothing">The page has no {what}.</p>

const nameFor = (page: Page): string => {
  const url = page.final_url ?? page.url ?? "page"
  return url.replace(/^https?:\/\//, "").replaceAll(/[^\w.-]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 80) || "page"
}

const save = (page: Page): void =>
  saveFile(`${nameFor(page)}.json`, [JSON.stringify(page, undefined, 2)], "application/json")

const saveMarkdown = (page: Page): void => saveFile(`${nameFor(page)}.md`, [page.markdown ?? ""], "text/markdown")
