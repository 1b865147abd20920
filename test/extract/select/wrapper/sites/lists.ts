import {
  brands,
  cities,
  date,
  en,
  integer,
  listOf,
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
  text,
  uri
} from "./Site.ts"

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

/** Cards of a grid, with advertisements between them. */
const cards: Site = {
  name: "listing of cards (English)",
  schema: listOf(object({ name: text, price: number, url: uri, rating: number })),
  pageOf: (n) => {
    const random = new Random(`cards ${n}`)
    const items = times(random.int(4, 14), (index) => {
      const [name, price] = [productName(random), random.price()]
      const rating = random.chance(0.6) ? random.int(10, 50) / 10 : undefined
      const url = `/p/${n * 100 + index}`
      return {
        html: `<div class="grid-item${index % 2 === 0 ? " even" : ""}"><a href="${url}"><img src="/t/${index}.jpg"></a>
<div class="info"><a class="name" href="${url}">${name}</a>${
          rating === undefined ? "" : `<span class="stars" data-rating="${rating}"></span>`
        }<span class="price">$${en(price)}</span></div></div>${
          random.chance(0.15) ? `<div class="ad">Visit our sponsor</div>` : ""
        }`,
        data: present({ name, price, url: `https://cards.test${url}`, rating })
      }
    })
    const viewed = times(
      random.int(0, 3),
      () =>
        `<li><a class="name" href="/p/9${random.int(10, 99)}">${productName(random)}</a> <span class="price">$${
          en(random.price())
        }</span></li>`
    ).join("")
    return {
      url: `https://cards.test/c/${n}`,
      page: page(
        "Catalogue",
        `<h1>Catalogue</h1><div class="filters"><label>Price</label></div><div class="grid">${
          items.map(({ html }) => html).join("")
        }</div><div class="viewed"><h2>Recently viewed</h2><ul>${viewed}</ul></div>`
      ),
      data: items.map(({ data }) => data)
    }
  }
}

/** Rows of a table with a header, without a class. */
const timetable: Site = {
  name: "listing in a table (English)",
  schema: object({
    station: text,
    departures: listOf(object({ time: text, to: text, platform: integer, operator: text }))
  }),
  pageOf: (n) => {
    const random = new Random(`timetable ${n}`)
    const station = `${random.pick(cities)} Central`
    const departures = times(random.int(3, 12), () =>
      present({
        time: `${pad(random.int(0, 23))}:${pad(random.int(0, 59))}`,
        to: random.pick(cities),
        platform: random.int(1, 20),
        operator: random.chance(0.7) ? random.pick(brands) : undefined
      }))
    return {
      url: `https://timetable.test/s/${n}`,
      page: page(
        station,
        `<div><h1>${station}</h1>${random.chance(0.4) ? "<p>Engineering works this weekend</p>" : ""}<table><thead><tr>
<th>Time</th><th>To</th><th>Platform</th><th>Operator</th></tr></thead><tbody>${
          departures.map(({ operator = "", platform, time, to }) =>
            `<tr><td>${time}</td><td>${to}</td><td>${platform}</td><td>${operator}</td></tr>`
          ).join("")
        }</tbody></table><table><tr><td>Lost property</td><td>${cities[0]}</td></tr></table></div>`
      ),
      data: { station, departures }
    }
  }
}

/** A list of texts, facts with labels, a rating in a sentence. */
const recipes: Site = {
  name: "recipes (English)",
  schema: object({
    name: text,
    ingredients: listOf(text),
    minutes: integer,
    serves: integer,
    rating: number,
    votes: integer
  }),
  pageOf: (n) => {
    const random = new Random(`recipes ${n}`)
    const name = `${random.pick(["Roast", "Baked", "Creamy", "Spicy"])} ${
      random.pick(["Leek", "Carrot", "Bean", "Potato"])
    } ${random.pick(["Soup", "Pie", "Curry", "Stew"])}`
    const ingredients = random.some(
      "flour,butter,eggs,leeks,cream,garlic,thyme,stock,beans,rice,cheese,pepper".split(",").map((what) =>
        `${random.int(1, 9) * 50} g ${what}`
      ),
      random.int(3, 8)
    )
    const [minutes, serves] = [random.int(10, 90), random.int(1, 8)]
    const rating = random.chance(0.7) ? random.int(20, 50) / 10 : undefined
    const votes = random.int(3, 900)
    return {
      url: `https://recipes.test/r/${n}`,
      page: page(
        name,
        `<div class="wrap"><h1 class="headline">${name}</h1>${
          rating === undefined ? "" : `<div class="score">Rated ${rating.toFixed(1)} out of 5 (${votes} votes)</div>`
        }<div class="meta"><div class="meta-item"><span class="label">Ready in</span><span class="value">${minutes} min</span></div>
<div class="meta-item"><span class="label">Serves</span><span class="value">${serves}</span></div></div>
<h2>Ingredients</h2><ul class="ingredients">${ingredients.map((one) => `<li>${one}</li>`).join("")}</ul>
<h2>Method</h2><ol class="steps">${times(random.int(2, 5), () => `<li>${prose(random, 1)}</li>`).join("")}</ol></div>
<ul class="more">${times(random.int(1, 3), () => `<li>${random.pick(["Tart", "Salad", "Toast"])}</li>`).join("")}</ul>`
      ),
      data: present({ name, ingredients, minutes, serves, rating, votes: rating === undefined ? undefined : votes })
    }
  }
}

/** Reviews within a product, with the score in an attribute. */
const reviews: Site = {
  name: "product with reviews (English)",
  schema: object({
    product: text,
    average: number,
    reviews: listOf(object({ author: text, stars: integer, written: date, body: text }))
  }),
  pageOf: (n) => {
    const random = new Random(`reviews ${n}`)
    const product = productName(random)
    const all = times(random.int(0, 7), () =>
      present({
        author: person(random),
        stars: random.int(1, 5),
        written: `${random.int(2020, 2025)}-${pad(random.int(1, 12))}-${pad(random.int(13, 28))}`,
        body: random.chance(0.8) ? prose(random, 2) : undefined
      }))
    const average = random.int(20, 50) / 10
    return {
      url: `https://reviews.test/${n}`,
      page: page(
        product,
        `<main><h1>${product}</h1><p aria-label="Average rating: ${average.toFixed(1)} of 5">★★★★</p><section>${
          all.map(({ author, body, stars, written }) => {
            const [year, month, day] = String(written).split("-")
            return `<article><header><strong>${author}</strong> <i title="${stars} stars">★</i>
<small>${day}/${month}/${year}</small></header>${body === undefined ? "" : `<p>${body}</p>`}</article>`
          }).join("")
        }</section></main>`
      ),
      data: present({ product, average, reviews: all.length === 0 ? undefined : all })
    }
  }
}

/** Data in JSON-LD under other names, and in attributes. */
const declared: Site = {
  name: "devices with declared data (English)",
  schema: object({ device: text, barcode: text, cost: number, colour_code: text, stock: integer }),
  pageOf: (n) => {
    const random = new Random(`declared ${n}`)
    const [device, cost] = [productName(random), random.price()]
    const barcode = String(random.int(4_000_000_000_000, 4_999_999_999_999))
    const code = `#${random.int(0x100000, 0xffffff).toString(16)}`
    const stock = random.chance(0.7) ? random.int(1, 40) : undefined
    const json = JSON.stringify({
      "@context": "https://schema.org",
      "@type": "Product",
      name: device,
      gtin13: barcode,
      offers: [{ "@type": "Offer", price: cost.toFixed(2), priceCurrency: "USD" }]
    })
    return {
      url: `https://declared.test/d/${n}`,
      page: page(
        "Devices",
        `<div class="app"><div class="v-12 top" data-sku-color="${code}"${
          stock === undefined ? "" : ` data-stock="${stock}"`
        }><h2>${device}</h2><div class="tile"></div></div></div>`,
        `<script type="application/ld+json">${json}</script>`
      ),
      data: present({ device, barcode, cost, colour_code: code, stock })
    }
  }
}

/** Quotes of several objects in one list, each with a list of its own. */
const quotes: Site = {
  name: "quotes with tags (English)",
  schema: listOf(object({ quote: text, by: text, tags: listOf(text) })),
  pageOf: (n) => {
    const random = new Random(`quotes ${n}`)
    const all = times(random.int(3, 8), () => ({
      quote: prose(random, 1),
      by: person(random),
      tags: random.some(["love", "life", "wit", "books", "work"], random.int(1, 3))
    }))
    return {
      url: `https://quotes.test/page/${n}`,
      page: page(
        "Quotes",
        `<div class="container"><div class="row header"><a href="/">Quotes</a></div><div class="row"><div class="col">${
          all.map(({ by, quote, tags }) =>
            `<div class="quote"><span class="text">“${quote}”</span><span>by <small class="author">${by}</small>
<a href="/about">(about)</a></span><div class="tags">Tags: ${
              tags.map((tag) => `<a class="tag" href="/tag/${tag}">${tag}</a>`).join(" ")
            }</div></div>`
          ).join("")
        }</div><div class="col"><h2>Top tags</h2>${
          ["love", "life", "wit"].map((tag) =>
            `<span class="tag-item"><a class="tag" href="/tag/${tag}">${tag}</a></span>`
          )
            .join("")
        }</div></div></div>`
      ),
      data: all
    }
  }
}

export const lists: ReadonlyArray<Site> = [cards, timetable, recipes, reviews, declared, quotes]
