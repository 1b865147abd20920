import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { DiscoverResult, Document } from "../../../contract/client/index.ts"
import { Copy } from "../ui/Copy.tsx"
import { Fact } from "../ui/Fact.tsx"
import { FilterBar, FoundCount } from "../ui/FilterBar.tsx"
import { count } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { saveFile } from "../ui/save-file.ts"
import { ScrollTable } from "../ui/ScrollTable.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import type { Page } from "./page.ts"

/** Initial rows of a list, and characters of a long text. */
const step = 200
const maxText = 500_000

export const Text = ({ text }: { readonly text: string }) => (
  <div class="text">
    <div class="corner">
      <Copy text={() => text} />
    </div>
    <pre tabIndex={0}><code>{text.slice(0, maxText)}</code></pre>
    {text.length > maxText && (
      <p class="nothing">The first {count(maxText)} characters are shown; copy or download gives all of it.</p>
    )}
  </div>
)

interface RowColumn<A> {
  readonly label: string
  readonly className?: string
  readonly cell: (item: A) => ComponentChildren
}

const Rows = <A extends object>({ columns, items }: {
  readonly columns: ReadonlyArray<RowColumn<A>>
  readonly items: ReadonlyArray<A>
}) => {
  const [shown, setShown] = useState(step)
  return (
    <>
      <ScrollTable label={columns.map(({ label }) => label).join(", ")} columns={columns.map(({ label }) => label)}>
        {items.slice(0, shown).map((item, index) => (
          <tr key={index}>
            {columns.map(({ cell, className, label }) => <td key={label} class={className}>{cell(item)}</td>)}
          </tr>
        ))}
      </ScrollTable>
      {items.length > shown && (
        <SmallButton onClick={() => setShown(shown + step * 5)}>
          Show more ({count(items.length - shown)} left)
        </SmallButton>
      )}
    </>
  )
}

/** Links of a page, or those that a discover found, with the dates of sitemaps. */
export const LinkList = ({ links }: { readonly links: Links }) => {
  const [words, setWords] = useState("")
  const [kind, setKind] = useState("all")
  const found = links.filter(({ internal, nofollow, text, url }) =>
    isOfKind(kind, { internal, nofollow }) &&
    `${text} ${url}`.toLowerCase().includes(words.toLowerCase())
  )
  return (
    <>
      <FilterBar
        label="Filter the links"
        words={words}
        onWords={setWords}
        choices={[{
          label: "Which links",
          value: kind,
          onChange: setKind,
          options: [
            ["all", "All links"],
            ["internal", "Of this site"],
            ["external", "To other sites"],
            ["nofollow", "With nofollow"]
          ]
        }]}
      >
        <Copy label="Copy URLs" text={() => textOf(found)} />
        <SmallButton onClick={() => saveFile("links.txt", [`${textOf(found)}\n`], "text/plain")}>
          Download as text
        </SmallButton>
      </FilterBar>
      <FoundCount found={found.length} all={links.length} one="link" />
      <Rows
        items={found}
        columns={[
          { label: "Text", className: "wide", cell: ({ text }) => text || <span class="faint">no text</span> },
          { label: "URL", cell: ({ url }) => <OutLink url={url} /> },
          ...(links.some(({ lastmod }) => lastmod !== undefined)
            ? [{ label: "Changed", cell: ({ lastmod = "" }: Links[number]) => lastmod.slice(0, "YYYY-MM-DD".length) }]
            : []),
          {
            label: "Kind",
            cell: ({ internal, nofollow }) => (
              <>
                {!internal && <span class="chip">external</span>}
                {nofollow && <span class="chip">nofollow</span>}
              </>
            )
          }
        ]}
      />
    </>
  )
}

type Links = DiscoverResult["links"]

const isOfKind = (kind: string, { internal, nofollow }: Pick<Links[number], "internal" | "nofollow">): boolean =>
  kind === "all" || (kind === "nofollow" ? nofollow : internal === (kind === "internal"))

/** One URL per line. */
const textOf = (links: Links): string => links.map(({ url }) => url).join("\n")

export const ImageList = ({ images }: { readonly images: Document["images"] }) => (
  <>
    <p class="faint">The console loads no picture of a site. A link opens it in a tab of its own.</p>
    <Rows
      items={images}
      columns={[
        { label: "Alt text", className: "wide", cell: ({ alt }) => alt || <span class="faint">none</span> },
        { label: "Title", cell: ({ title }) => title },
        { label: "URL", cell: ({ url }) => <OutLink url={url} /> }
      ]}
    />
  </>
)

export const MediaList = ({ media }: { readonly media: Document["media"] }) => (
  <Rows
    items={media}
    columns={[
      { label: "Type", cell: ({ type }) => type },
      { label: "Title", className: "wide", cell: ({ title }) => title || <span class="faint">none</span> },
      { label: "URL", cell: ({ url }) => <OutLink url={url} /> },
      { label: "Poster", cell: ({ poster }) => poster !== "" && <OutLink url={poster} /> }
    ]}
  />
)

export const TableList = ({ tables }: { readonly tables: Document["tables"] }) => (
  <>
    {tables.slice(0, step).map(({ caption, headers, rows }, index) => (
      <section key={index} class="found">
        <h3>{caption || `Table ${index + 1}`}</h3>
        <div class="scroll" tabIndex={0} role="region" aria-label={caption || `Table ${index + 1}`}>
          <table>
            {headers.length > 0 && (
              <thead>
                <tr>{headers.map((cell, at) => <th key={at} scope="col">{cell}</th>)}</tr>
              </thead>
            )}
            <tbody>
              {rows.slice(0, step).map((row, at) => <tr key={at}>{row.map((cell, at) => <td key={at}>{cell}</td>)}
              </tr>)}
            </tbody>
          </table>
        </div>
        {rows.length > step && <p class="nothing">{count(rows.length - step)} more rows are in the JSON.</p>}
      </section>
    ))}
  </>
)

const Pairs = ({ pairs }: { readonly pairs: ReadonlyArray<readonly [string, unknown]> }) => (
  <dl class="pairs">
    {pairs.filter(([, value]) => value !== "" && value !== undefined).map(([name, value]) => (
      <Fact
        key={name}
        name={name}
        value={<Value text={typeof value === "string" ? value : JSON.stringify(value, undefined, 2)} />}
      />
    ))}
  </dl>
)

const Value = ({ text }: { readonly text: string }) =>
  /^https?:\/\/\S+$/.test(text)
    ? <OutLink url={text} />
    : text.includes("\n")
    ? <pre>{text.slice(0, maxText)}</pre>
    : <>{text}</>

export const MetadataList = ({ page }: { readonly page: Page }) => {
  const { metadata } = page
  if (metadata === undefined) return null
  const { canonical_url, feeds, icons, json_ld, microdata, modified_date, open_graph, twitter } = metadata
  const parts: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, unknown]>]> = [
    ["Page", [
      ["Title", page.title],
      ["Author", page.author],
      ["Published", page.published_date],
      ["Modified", modified_date],
      ["Language", page.language],
      ["Site", page.site_name],
      ["Image", page.image],
      ["Description", page.description],
      ["Keywords", page.keywords?.join(", ")],
      ["Canonical URL", canonical_url]
    ]],
    ["Open Graph", Object.entries(open_graph).map(([name, values]) => [name, values.join("\n")])],
    ["Twitter", Object.entries(twitter)],
    ["Feeds", feeds.map(({ title, url }, index) => [title || `Feed ${index + 1}`, url])],
    ["Icons", icons.map(({ rel, sizes, url }) => [`${rel} ${sizes}`.trim(), url])],
    ["JSON-LD", json_ld.map((block, index) => [String(block["@type"] ?? index + 1), block])],
    ["Microdata", microdata.map((block, index) => [String(block["type"] ?? index + 1), block])]
  ]
  return (
    <>
      {parts.filter(([, pairs]) => pairs.some(([, value]) => value !== "" && value !== undefined)).map((
        [name, pairs]
      ) => (
        <section key={name} class="found">
          <h3>{name}</h3>
          <Pairs pairs={pairs} />
        </section>
      ))}
    </>
  )
}
