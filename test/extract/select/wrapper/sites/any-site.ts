import {
  brands,
  cities,
  de,
  en,
  integer,
  number,
  object,
  pad,
  page,
  person,
  present,
  productName,
  prose,
  Random,
  type Site,
  text
} from "./Site.ts"

interface Field {
  readonly name: string
  readonly labels: ReadonlyArray<string>
  readonly schema: unknown
  /** The value, and how the page writes it. */
  readonly draw: (random: Random, isComma: boolean) => readonly [unknown, string]
}

const price = (random: Random, isComma: boolean): readonly [unknown, string] => {
  const value = random.price(5, 1500)
  return [value, isComma ? `${de(value)} €` : `$${en(value)}`]
}
const oneOf = (all: ReadonlyArray<string>) => (random: Random): readonly [unknown, string] => {
  const value = random.pick(all)
  return [value, value]
}

/** Labels in English, German, French, Spanish, Italian. */
const fields: ReadonlyArray<Field> = [
  { name: "price", labels: ["Price", "Preis", "Prix", "Precio", "Prezzo"], schema: number, draw: price },
  {
    name: "shipping",
    labels: ["Shipping", "Versand", "Livraison", "Envío", "Spedizione"],
    schema: number,
    draw: price
  },
  { name: "brand", labels: ["Brand", "Marke", "Marque", "Marca", "Marchio"], schema: text, draw: oneOf(brands) },
  { name: "place", labels: ["Place", "Ort", "Lieu", "Lugar", "Luogo"], schema: text, draw: oneOf(cities) },
  {
    name: "seller",
    labels: ["Seller", "Verkäufer", "Vendeur", "Vendedor", "Venditore"],
    schema: text,
    draw: (random) => {
      const value = person(random)
      return [value, value]
    }
  },
  {
    name: "weight",
    labels: ["Weight", "Gewicht", "Poids", "Peso", "Peso netto"],
    schema: number,
    draw: (random, isComma) => {
      const value = random.int(1, 900) / 10
      return [value, `${isComma ? String(value).replace(".", ",") : value} kg`]
    }
  },
  {
    name: "views",
    labels: ["Views", "Aufrufe", "Vues", "Visitas", "Visite"],
    schema: integer,
    draw: (random) => {
      const value = random.int(10, 999)
      return [value, String(value)]
    }
  },
  {
    name: "added",
    labels: ["Added", "Datum", "Ajouté", "Añadido", "Aggiunto"],
    schema: { type: "string", format: "date" },
    draw: (random, isComma) => {
      const [year, month, day] = [random.int(2019, 2025), random.int(1, 12), random.int(13, 28)]
      return [
        `${year}-${pad(month)}-${pad(day)}`,
        isComma ? `${day}.${pad(month)}.${year}` : `${year}-${pad(month)}-${pad(day)}`
      ]
    }
  }
]

type ClassOf = (name: string) => string

const classSchemes: ReadonlyArray<(random: Random) => ClassOf> = [
  () => (name) => ` class="${name}"`,
  () => () => "",
  (random) => {
    const known = new Map<string, string>()
    return (name) => {
      const own = known.get(name) ?? Array.from({ length: 6 }, () => random.pick([..."aBcDeFgH1234567"])).join("")
      known.set(name, own)
      return ` class="x${own}"`
    }
  },
  (random) => (name) => ` class="Item_${name}__${random.pick(["3kJ2a"])}"`,
  () => (name) => ` class="${name === "title" ? "text-xl font-bold" : "text-sm py-1"}"`
]

type Style = "table" | "dl" | "spans" | "items" | "bold" | "plain" | "attributes"
const styles: ReadonlyArray<Style> = ["table", "dl", "spans", "items", "bold", "plain", "attributes"]

type Facts = ReadonlyArray<readonly [name: string, label: string, written: string]>

const factsIn = (style: Style, facts: Facts, cls: ClassOf): string => {
  switch (style) {
    case "table":
      return `<table>${
        facts.map(([name, label, value]) => `<tr><th>${label}</th><td${cls(name)}>${value}</td></tr>`).join("")
      }</table>`
    case "dl":
      return `<dl>${
        facts.map(([name, label, value]) => `<dt>${label}</dt><dd${cls(name)}>${value}</dd>`).join("")
      }</dl>`
    case "spans":
      return facts.map(([, label, value]) =>
        `<div${cls("fact")}><span${cls("key")}>${label}</span><span${cls("value")}>${value}</span></div>`
      ).join("")
    case "items":
      return `<ul>${facts.map(([name, label, value]) => `<li${cls(name)}>${label}: ${value}</li>`).join("")}</ul>`
    case "bold":
      return `<p>${facts.map(([, label, value]) => `<b>${label}:</b> ${value}`).join("<br>")}</p>`
    case "plain":
      return facts.map(([name, label, value]) => `<p${cls(name)}>${label} <em>${value}</em></p>`).join("")
    case "attributes":
      return facts.map(([name, , value]) => `<div data-${name}="${value}"></div>`).join("")
  }
}

/** A site of random markup: classes, notation, language, order, neighbours. */
export const anySite = (seed: number): Site => {
  const random = new Random(`any ${seed}`)
  const language = seed % 5
  const cls = classSchemes[Math.floor(seed / 5) % classSchemes.length]!(random)
  const style = styles[seed % styles.length]!
  const own = random.some(fields, random.int(4, 7))
  const optional = new Set(own.filter(() => random.chance(0.45)).map(({ name }) => name))
  const isShuffled = random.chance(0.5) && style !== "plain" && style !== "bold"
  const [isComma, tag] = [language > 0, random.pick(["h1", "h2", "div"])]
  const depth = random.int(0, 3)
  const order = random.pick(["after", "before", "both"])
  return {
    name: `any site ${seed}: ${style}, classes ${cls("title")}, ${tag}`,
    schema: object({ title: text, ...Object.fromEntries(own.map(({ name, schema }) => [name, schema])) }),
    pageOf: (n) => {
      const random = new Random(`any ${seed} ${n}`)
      const thing = (isFull: boolean) => {
        const title = `${productName(random)} ${random.int(1, 99)}`
        const drawn = own.filter(({ name }) => !optional.has(name) || random.chance(0.6))
          .map((field) => [field, field.draw(random, isComma)] as const)
        const facts = drawn.map(([{ labels, name }, [, written]]) => [name, labels[language] ?? "", written] as const)
        const html = `<${isFull ? tag : "div"}${cls("title")}>${title}</${isFull ? tag : "div"}>${
          factsIn(style, isShuffled ? random.shuffled(facts) : facts, cls)
        }`
        return {
          html,
          data: present({ title, ...Object.fromEntries(drawn.map(([{ name }, [value]]) => [name, value])) })
        }
      }
      const subject = thing(true)
      const around = "<div>".repeat(depth)
      const main = `${around}<div${cls("main")}>${subject.html}<p>${prose(random, 2)}</p></div>${
        "</div>".repeat(depth)
      }`
      const near = `<div${cls("near")}>${
        Array.from({ length: random.int(0, 3) }, () => `<div${cls("card")}>${thing(false).html}</div>`).join("")
      }</div>`
      const notice = random.chance(0.4) ? `<div${cls("notice")}><p>${prose(random, 1)}</p></div>` : ""
      return {
        url: `https://any${seed}.test/${n}`,
        page: page(
          "Shop",
          `<div${cls("head")}><a href="/">Home</a></div>${notice}${order === "after" ? "" : near}${main}${
            order === "before" ? "" : near
          }<div${cls("foot")}>Imprint</div>`
        ),
        data: subject.data
      }
    }
  }
}
