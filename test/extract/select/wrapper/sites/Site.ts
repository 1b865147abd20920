import type { JsonSchema } from "../../../../../src/extract/records/data/shape-of.ts"

export interface SitePage {
  readonly url: string
  readonly page: string
  readonly data: Readonly<Record<string, unknown>> | ReadonlyArray<Readonly<Record<string, unknown>>>
}

/** A made-up site of one layout. Page n is always the same. */
export interface Site {
  readonly name: string
  readonly schema: JsonSchema
  readonly pageOf: (n: number) => SitePage
}

export class Random {
  private state: number

  constructor(seed: string) {
    this.state = [...seed].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5)
    for (let warm = 0; warm < 5; warm++) this.next()
  }

  next(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0
    return this.state / 2 ** 32
  }

  /** An integer from the one to the other, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<A>(all: ReadonlyArray<A>): A {
    return all[Math.floor(this.next() * all.length)]!
  }

  some<A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> {
    return this.shuffled(all).slice(0, count)
  }

  shuffled<A>(all: ReadonlyArray<A>): ReadonlyArray<A> {
    return all.map((one) => [this.next(), one] as const).toSorted(([one], [other]) => one - other).map(([, one]) => one)
  }

  /** A price with cents. */
  price(from = 3, to = 900): number {
    return this.int(from, to) + this.pick([0, 0.5, 0.9, 0.95, 0.99])
  }
}

export const text = { type: "string" }
export const number = { type: "number" }
export const integer = { type: "integer" }
export const date = { type: "string", format: "date" }
export const uri = { type: "string", format: "uri" }
export const boolean = { type: "boolean" }
export const listOf = (items: unknown) => ({ type: "array", items })
export const object = (properties: Readonly<Record<string, unknown>>) => ({ type: "object", properties })

/** Without the keys that have no value. */
export const present = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

export const page = (title: string, body: string, head = ""): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`

export const pad = (value: number): string => String(value).padStart(2, "0")

export const en = (price: number): string => price.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",")
export const de = (price: number): string => price.toFixed(2).replace(".", ",").replace(/\B(?=(\d{3})+,)/g, ".")

const adjectives = "Steel,Oak,Copper,Silent,Compact,Nordic,Garden,Royal,Velvet,Amber,Polar,Rapid,Urban,Classic".split(
  ","
)
const nouns = "Anvil,Kettle,Lamp,Chair,Hammer,Bicycle,Blender,Carpet,Mirror,Lantern,Drill,Teapot,Sofa,Clock".split(",")
const marks = "Pro,Mini,XL,One,Plus,Duo,Max,Lite,Neo,Zen".split(",")
export const productName = (random: Random): string =>
  `${random.pick(adjectives)} ${random.pick(nouns)} ${random.pick(marks)}`

export const firstNames = "Ada,Bruno,Clara,Dmitri,Elena,Farid,Greta,Hugo,Ines,Jonas,Keiko,Liam,Marta,Nils,Olga".split(
  ","
)
export const lastNames =
  "Abbott,Becker,Castro,Dubois,Eriksen,Fischer,Garcia,Hoffmann,Ivanova,Jensen,Kowalski,Lindqvist,Moreau,Novak".split(
    ","
  )
export const person = (random: Random): string => `${random.pick(firstNames)} ${random.pick(lastNames)}`
export const brands = "Acme,Borealis,Cortina,Delphin,Eastwick,Fjord,Granit,Helios,Ixora,Juniper".split(",")
export const cities = "Berlin,Lisbon,Oslo,Vienna,Madrid,Prague,Dublin,Lyon,Porto,Ghent,Turin,Graz".split(",")

const sentences = [
  "Made to last for many years of daily use.",
  "The finish was chosen after a long series of tests.",
  "It arrives in a box without plastic.",
  "Our workshop repairs it for ten years.",
  "A favourite of small kitchens and large studios.",
  "Every part can be replaced at home with two tools.",
  "The idea came from an old catalogue that we found.",
  "Visitors told us that they would come again."
]
export const prose = (random: Random, count: number): string => random.some(sentences, count).join(" ")
