import { absent, cells, inOrder, type Paper, present, prose, sentence } from "./Paper.ts"

const style =
  "@page{size:A4;margin:0}body{margin:0;font:10.5pt/1.35 'Liberation Serif'}main{padding:60px 60px}.head,.foot{position:absolute;left:60px;right:60px;font-size:8.5pt;color:#333}.head{top:22px}.foot{top:1085px;text-align:center}"

const page = (body: string, more = ""): string => `<!doctype html><style>${style}${more}</style>${body}`

const paragraphs = (from: number, count: number, size = 4): string =>
  Array.from({ length: count }, (_, index) => `<p>${prose(from + index * size, size)}</p>`).join("")

const rows = (list: ReadonlyArray<ReadonlyArray<string>>, tag = "td"): string =>
  list.map((row) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`).join("")

/** Pages of offices, newspapers and shops, as browsers print them. */
export const printedPages: ReadonlyArray<Paper> = [
  {
    name: "newsletter in three columns",
    source: {
      html: page(
        `<div class=head>Harbour Letter · May 2024</div><main><h1>Boats return to the old quay</h1><div class=c>${
          paragraphs(0, 8, 5)
        }</div></main><div class=foot>Page 3 of 12</div>`,
        ".c{columns:3;column-gap:18px;font-size:9.5pt;text-align:justify}"
      )
    },
    checks: {
      columns: inOrder(
        "Boats return to the old quay",
        sentence(0),
        sentence(9),
        sentence(17),
        sentence(28),
        sentence(39)
      ),
      "heads and feet": absent("Harbour Letter · May 2024", "Page 3 of 12")
    }
  },
  {
    name: "article with a sidebar that is drawn first",
    source: {
      html: page(
        `<aside><h3>In this issue</h3><p>Nets on sale at the market hall.</p><p>Minutes of the council in brief.</p></aside><main><h1>The winter of the long ice</h1>${
          paragraphs(0, 6)
        }</main>`,
        "aside{position:absolute;left:560px;top:150px;width:180px;border:1px solid;padding:8px;font-size:9pt}main{margin-right:240px}"
      )
    },
    checks: {
      sidebars: [
        ...inOrder("The winter of the long ice", sentence(0), sentence(5), sentence(11), sentence(17), sentence(23)),
        ...present("Nets on sale at the market hall.", "In this issue")
      ]
    }
  },
  {
    name: "columns that are drawn from right to left",
    source: {
      html: page(
        `<div class=r>${paragraphs(20, 4)}</div><div class=l>${
          paragraphs(0, 4)
        }</div><div class=t><h1>Two accounts of one voyage</h1></div>`,
        "div{position:absolute}.t{left:60px;top:40px;width:670px}.l{left:60px;top:130px;width:310px}.r{left:410px;top:130px;width:310px}"
      )
    },
    checks: {
      columns: inOrder(
        "Two accounts of one voyage",
        sentence(0),
        sentence(7),
        sentence(15),
        sentence(20),
        sentence(29),
        sentence(35)
      )
    }
  },
  {
    name: "report with ruled and open tables",
    source: {
      html: page(
        `<div class=head>ACME Ports Ltd. — Confidential</div><main><h1>Annual report</h1><p>${
          prose(0, 3)
        }</p><table class=g>${rows([["Item", "Description", "Price"]], "th")}${
          rows([
            ["A-17", "Rope of hemp that has been tarred twice and dried in the loft for a year", "12.50"],
            ["B-22", "Lantern with green glass", "48.00"],
            ["C-31", "Anchor of forged iron, with a chain of forty links and two spare shackles", "310.00"]
          ])
        }</table><p>${prose(3, 3)}</p><table class=o>${rows([["Year", "Income", "Costs", "Result"]], "th")}${
          rows([
            ["2021", "1,204", "1,100", "104"],
            ["2022", "1,377", "1,250", "127"],
            ["2023", "1,502", "1,391", "111"]
          ])
        }</table><p>${prose(6, 3)}</p></main><div class=foot>– 27 –</div>`,
        "table{border-collapse:collapse;margin:10px 0}.g td,.g th{border:1px solid;padding:4px;width:160px}.o td,.o th{padding:2px 26px;text-align:right}"
      )
    },
    checks: {
      tables: cells(
        [
          "Lantern with green glass",
          "B-22",
          "Rope of hemp that has been tarred twice and dried in the loft for a year"
        ],
        ["310.00", "Anchor of forged iron, with a chain of forty links and two spare shackles", "48.00"],
        ["12.50", "Rope of hemp that has been tarred twice and dried in the loft for a year", "Price"],
        ["1,100", "1,204", "Costs"],
        ["127", "1,250", "104"],
        ["111", "1,391", "127"]
      ),
      order: inOrder("Annual report", sentence(2), "Lantern with green glass", sentence(3), "1,502", sentence(6)),
      "heads and feet": absent("ACME Ports Ltd. — Confidential", "– 27 –")
    }
  },
  {
    name: "notes in small print",
    source: {
      html: page(
        `<div class=head><b>The Clerk's Handbook</b> <span style="float:right">Chapter 9: Tolls</span></div><main><h2>9.2 Tolls of the bridge</h2>${
          paragraphs(0, 5)
        }<p>The toll was doubled<sup>1</sup> and halved<sup>2</sup> within a year.</p></main><div class=n><hr><p>1. By the act of 9 March, which few had read.</p><p>2. The reasons are in the minutes of the following winter.</p></div><div class=foot>188</div>`,
        ".n{position:absolute;top:985px;left:60px;right:60px;font-size:8pt}.n p{margin:2px}"
      )
    },
    checks: {
      notes: [
        ...present(
          "By the act of 9 March, which few had read.",
          "The reasons are in the minutes of the following winter."
        ),
        ...inOrder(sentence(19), "The toll was doubled", "By the act of 9 March")
      ],
      "heads and feet": absent("The Clerk's Handbook", "Chapter 9: Tolls", "188")
    }
  },
  {
    name: "divided words in two languages",
    source: {
      html: page(
        `<main><h1>Verwaltung</h1><div style="width:190px;hyphens:manual" lang=de><p>Die Hafen&shy;verwaltung der Schiff&shy;fahrts&shy;gesell&shy;schaft bewilligte die Wasser&shy;straßen&shy;gebühren&shy;ordnung und jede E-Mail-Adresse.</p></div><div style="width:120px"><p>A well-known self-governing mother-in-law of state-of-the-art twenty-first-century seafaring.</p></div><ul><li>First the oars</li><li>Then the sail</li></ul><ol><li>Hoist</li><li>Lower</li></ol></main>`
      )
    },
    checks: {
      words: present(
        "Hafenverwaltung der Schifffahrtsgesellschaft",
        "Wasserstraßengebührenordnung",
        "E-Mail-Adresse",
        "well-known",
        "mother-in-law",
        "twenty-first-century"
      ),
      lists: present("- First the oars", "- Then the sail", "1. Hoist", "2. Lower")
    }
  },
  {
    name: "tiny print in two columns with a box",
    source: {
      html: page(
        `<main><h2>General terms</h2><div class=c>${
          paragraphs(0, 14, 5)
        }</div><div class=b>Signed at the quay on 3 June.</div></main>`,
        ".c{columns:2;font-size:6pt;line-height:1.15;column-gap:14px;text-align:justify}.b{border:1px solid;padding:6px;margin-top:12px}"
      )
    },
    checks: {
      columns: inOrder(
        "General terms",
        sentence(0),
        sentence(17),
        sentence(33),
        sentence(36),
        sentence(52),
        sentence(69),
        "Signed at the quay on 3 June."
      ),
      present: present(`${sentence(61)} near the`)
    }
  }
]
