import { useState } from "preact/hooks"
import type { Document } from "../../client/index.ts"
import { Copy } from "../ui/Copy.tsx"
import { FilterBar } from "../ui/FilterBar.tsx"
import { count } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
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

const Rows = <A extends object>({ columns, items, row }: {
  readonly columns: ReadonlyArray<string>
  readonly items: ReadonlyArray<A>
  readonly row: (item: A) => preact.ComponentChildren
}) => {
  const [shown, setShown] = useState(step)
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={columns.join(", ")}>
        <table>
          <thead>
            <tr>{columns.map((name) => <th key={name} scope="col">{name}</th>)}</tr>
          </thead>
          <tbody>{items.slice(0, shown).map((item, index) => <tr key={index}>{row(item)}</tr>)}</tbody>
        </table>
      </div>
      {items.length > shown && (
        <button
          type="button"
          class="small secondary outline"
          onClick={() => setShown(shown + step * 5)}
        >
          Show more ({count(items.length - shown)} left)
        </button>
      )}
    </>
  )
}

export const LinkList = ({ links }: { readonly links: Document["links"] }) => {
  const [words, setWords] = useState("")
  const [kind, setKind] = useState("all")
  const found = links.filter(({ internal, text, url }) =>
    (kind === "all" || internal === (kind === "internal")) &&
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
          options: [["all", "All links"], ["internal", "Of this site"], ["external", "To other sites"]]
        }]}
      >
        <Copy label="Copy URLs" text={() => found.map(({ url }) => url).join("\n")} />
      </FilterBar>
      <Rows
        columns={["Text", "URL", ""]}
        items={found}
        row={({ internal, nofollow, text, url }) => (
          <>
            <td class="wide">{text || <span class="faint">no text</span>}</td>
            <td>
              <OutLink url={url} />
            </td>
            <td>
              {!internal && <span class="chip">external</span>}
              {nofollow && <span class="chip">nofollow</span>}
            </td>
          </>
        )}
      />
    </>
  )
}

export const ImageList = ({ images }: { readonly images: Document["images"] }) => (
  <>
    <p class="faint">The console loads no picture of a site. A link opens it in a tab of its own.</p>
    <Rows
      columns={["Alt text", "Title", "URL"]}
      items={images}
      row={({ alt, title, url }) => (
        <>
          <td class="wide">{alt || <span class="faint">none</span>}</td>
          <td>{title}</td>
          <td>
            <OutLink url={url} />
          </td>
        </>
      )}
    />
  </>
)

export const MediaList = ({ media }: { readonly media: Document["media"] }) => (
  <Rows
    columns={["Type", "Title", "URL", "Poster"]}
    items={media}
    row={({ poster, title, type, url }) => (
      <>
        <td>{type}</td>
        <td class="wide">{title || <span class="faint">none</span>}</td>
        <td>
          <OutLink url={url} />
        </td>
        <td>{poster !== "" && <OutLink url={poster} />}</td>
      </>
    )}
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

export const RecordList = ({ records }: { readonly records: Document["records"] }) => (
  <div class="records">
    {records.slice(0, step).map(({ fields, name, source, type }, index) => (
      <section key={index} class="record">
        <h3>
          {name || type || "Item"} <span class="chip">{type === "" ? source : `${type}, ${source}`}</span>
        </h3>
        <Pairs pairs={Object.entries(fields)} />
      </section>
    ))}
    {records.length > step && <p class="nothing">{count(records.length - step)} more records are in the JSON.</p>}
  </div>
)

const Pairs = ({ pairs }: { readonly pairs: ReadonlyArray<readonly [string, unknown]> }) => (
  <dl class="pairs">
    {pairs.filter(([, value]) => value !== "" && value !== undefined).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {typeof value === "string" ? <Value text={value} /> : <Value text={JSON.stringify(value, undefined, 2)} />}
        </dd>
      </div>
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
