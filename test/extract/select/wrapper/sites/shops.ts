import {
  boolean,
  brands,
  date,
  de,
  en,
  integer,
  number,
  object,
  pad,
  page,
  present,
  productName,
  prose,
  Random,
  type Site,
  text,
  uri
} from "./Site.ts"

const related = (random: Random, card: (name: string, price: number) => string, least = 0): string =>
  Array.from({ length: random.int(least, 4) }, () => card(productName(random), random.price())).join("")

/** Classes that say what they are. The related products have the same ones. */
const semantic: Site = {
  name: "shop with telling classes (English)",
  schema: object({
    name: text,
    price: number,
    old_price: number,
    sku: text,
    brand: text,
    image: uri,
    description: text
  }),
  pageOf: (n) => {
    const random = new Random(`semantic ${n}`)
    const [name, price, brand] = [productName(random), random.price(), random.pick(brands)]
    const old = random.chance(0.4) ? price + 20 : undefined
    const sku = random.chance(0.7) ? `SK-${random.int(1000, 9999)}` : undefined
    const description = prose(random, 3)
    const more = related(
      random,
      (other, cost) =>
        `<div class="card"><a href="/p/${random.int(1, 99)}"><img src="/img/${random.int(100, 999)}.jpg"></a>
<h3 class="product-name">${other}</h3><span class="price">$${en(cost)}</span>${
          random.chance(0.3) ? `<span class="old-price">$${en(cost + 9)}</span>` : ""
        }</div>`
    )
    const first = random.chance(0.3)
      ? `<div class="promo-banner"><p class="price">From $5.00</p>Summer sale</div>`
      : ""
    const also = `<section class="also-like"><h2>You may also like</h2>${more}</section>`
    const isBefore = random.chance(0.3)
    return {
      url: `https://semantic.test/p/${n}`,
      page: page(
        `${name} - Semantic Store`,
        `<header><a class="logo" href="/">Store</a><nav><a href="/c">Chairs</a></nav></header>${first}${
          isBefore ? also : ""
        }<main class="product"><h1 class="product-name">${name}</h1>
<img class="product-image" src="/img/${n}.jpg"><p class="brand">${brand}</p>
<div class="buy"><span class="price">$${en(price)}</span>${
          old === undefined ? "" : `<span class="old-price">$${en(old)}</span>`
        }<button>Add to cart</button></div>${sku === undefined ? "" : `<p class="sku">SKU: ${sku}</p>`}
<div class="description"><p>${description}</p></div></main>${isBefore ? "" : also}<footer>© Store</footer>`
      ),
      data: present({
        name,
        price,
        old_price: old,
        sku,
        brand,
        image: `https://semantic.test/img/${n}.jpg`,
        description
      })
    }
  }
}

/** Classes that a build made, without a meaning. */
const hashed: Site = {
  name: "shop with hashed classes (German)",
  schema: object({ titel: text, preis: number, marke: text, lieferzeit: text, verfuegbar: boolean }),
  pageOf: (n) => {
    const random = new Random(`hashed ${n}`)
    const [name, price, brand] = [productName(random), random.price(20, 2500), random.pick(brands)]
    const delivery = random.chance(0.7) ? `${random.int(2, 9)} Werktage` : undefined
    const isThere = random.chance(0.6)
    const notice = random.chance(0.4) ? `<div class="x9Kd2a"><p class="b7Qe1z">Nur heute: Rabatt</p></div>` : ""
    return {
      url: `https://hashed.test/artikel/${n}`,
      page: page(
        `${name} kaufen`,
        `<div class="q1Wz8r"><div class="a8Rt3k"><a class="kq93Lx" href="/">Start</a></div></div>
<div class="mZ41pd">${notice}<div class="hT5w2c"><h1 class="zP0v6y">${name}</h1>
<div class="vB3n7m"><div class="jK8d4f"><span class="cX2s9a">${
          de(price)
        } €</span><span class="nn1Rt6">inkl. MwSt.</span></div>
<div class="jK8d4f"><span class="wE7r0t">Marke:</span> <span class="uI4o1p">${brand}</span></div>${
          delivery === undefined
            ? ""
            : `<div class="jK8d4f"><span class="wE7r0t">Lieferzeit:</span> <span class="uI4o1p">${delivery}</span></div>`
        }<div class="jK8d4f"><span class="lS6g3h">${isThere ? "Auf Lager" : "Nicht verfügbar"}</span></div></div></div>
<div class="tR5y9u">${
          related(random, (other, cost) =>
            `<div class="oP2a4s"><span class="gH7j1k">${other}</span><span class="cX2s9a">${de(cost)} €</span></div>`)
        }</div></div>`
      ),
      data: present({ titel: name, preis: price, marke: brand, lieferzeit: delivery, verfuegbar: isThere })
    }
  }
}

/** Attributes of microdata, those of related products too. */
const microdata: Site = {
  name: "shop with microdata (French)",
  schema: object({ nom: text, offre: object({ prix: number, devise: text }), note: number, avis: integer, ean: text }),
  pageOf: (n) => {
    const random = new Random(`microdata ${n}`)
    const [name, price] = [productName(random), random.price()]
    const rating = random.chance(0.6) ? random.int(20, 50) / 10 : undefined
    const count = random.int(2, 400)
    const ean = String(random.int(3_000_000_000_000, 3_999_999_999_999))
    const item = (title: string, cost: number, more: string) =>
      `<div class="produit" itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">${title}</h2>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
<span itemprop="price" content="${cost.toFixed(2)}">${de(cost)} €</span></div>${more}</div>`
    const own = item(
      name,
      price,
      `${
        rating === undefined
          ? ""
          : `<div itemprop="aggregateRating" itemscope><b itemprop="ratingValue">${rating.toFixed(1)}</b>/5 sur
<i itemprop="reviewCount">${count}</i> avis</div>`
      }<p>Code-barres : <span itemprop="gtin13">${ean}</span></p>`
    )
    return {
      url: `https://microdata.test/${n}.html`,
      page: page(
        `${name} | Boutique`,
        `<nav><ul><li><a href="/">Accueil</a></li></ul></nav><div id="fiche">${own}</div>
<aside id="suggestions"><h3>Vous aimerez aussi</h3>${related(random, (other, cost) => item(other, cost, ""))}</aside>`
      ),
      data: present({
        nom: name,
        offre: { prix: price, devise: "EUR" },
        note: rating,
        avis: rating === undefined ? undefined : count,
        ean
      })
    }
  }
}

/** Rows of a table in any order, some of them absent. */
const table: Site = {
  name: "shop with a table of facts (English)",
  schema: object({ model: text, weight: number, colour: text, material: text, released: date, warranty: integer }),
  pageOf: (n) => {
    const random = new Random(`table ${n}`)
    const model = `${random.pick(brands)} ${random.int(100, 999)}`
    const weight = random.int(1, 300) / 10
    const colour = random.chance(0.7) ? random.pick(["Red", "Black", "Pine green", "White"]) : undefined
    const material = random.chance(0.8) ? random.pick(["Oak", "Steel", "Glass", "Recycled wool"]) : undefined
    const [year, month, day] = [random.int(2015, 2025), random.int(1, 12), random.int(13, 28)]
    const warranty = random.chance(0.6) ? random.int(1, 5) : undefined
    const months = "January,February,March,April,May,June,July,August,September,October,November,December".split(",")
    const rows = random.shuffled([
      ["Weight", `${weight} kg`],
      ["Released", `${months[month - 1]} ${day}, ${year}`],
      ["Dimensions", `${random.int(10, 90)} x ${random.int(10, 90)} cm`],
      ...(colour === undefined ? [] : [["Colour", colour]]),
      ...(material === undefined ? [] : [["Material", material]]),
      ...(warranty === undefined ? [] : [["Warranty", `${warranty} years`]])
    ])
    return {
      url: `https://table.test/item?id=${n}`,
      page: page(
        model,
        `<table class="layout"><tr><td class="side"><a href="/">Home</a></td><td><h1>${model}</h1><p>${
          prose(random, 2)
        }</p><table class="specs"><tbody>${
          rows.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join("")
        }</tbody></table></td></tr></table>`
      ),
      data: present({ model, weight, colour, material, released: `${year}-${pad(month)}-${pad(day)}`, warranty })
    }
  }
}

/** A definition list without classes, and a page with nothing but tags. */
const definitions: Site = {
  name: "shop with a definition list (Spanish)",
  schema: object({ nombre: text, precio: number, talla: text, color: text, referencia: text }),
  pageOf: (n) => {
    const random = new Random(`definitions ${n}`)
    const [name, price] = [productName(random), random.price(10, 2000)]
    const size = random.chance(0.6) ? random.pick(["S", "M", "L", "XL"]) : undefined
    const color = random.chance(0.7) ? random.pick(["Rojo", "Azul marino", "Verde"]) : undefined
    const code = `R${random.int(10_000, 99_999)}`
    const rows = random.shuffled([
      ["Referencia", code],
      ["Envío", "Gratis"],
      ...(size === undefined ? [] : [["Talla", size]]),
      ...(color === undefined ? [] : [["Color", color]])
    ])
    return {
      url: `https://definitions.test/${n}`,
      page: page(
        `Tienda: ${name}`,
        `<div><p>Tienda</p></div>${random.chance(0.5) ? "<div><p>Rebajas de enero</p></div>" : ""}<div><h1>${name}</h1>
<p><strong>${de(price)} €</strong> <small>IVA incluido</small></p><dl>${
          rows.map(([label, value]) => `<dt>${label}:</dt><dd>${value}</dd>`).join("")
        }</dl></div><div><h2>Relacionados</h2>${
          related(random, (other, cost) => `<p>${other} <strong>${de(cost)} €</strong></p>`, 1)
        }</div>`
      ),
      data: present({ nombre: name, precio: price, talla: size, color, referencia: code })
    }
  }
}

export const shops: ReadonlyArray<Site> = [semantic, hashed, microdata, table, definitions]
