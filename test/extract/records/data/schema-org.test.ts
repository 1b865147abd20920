/**
 * Pages after the examples of https://schema.org/Product, /Event, /Recipe and /JobPosting, shortened. The schemas of
 * schema.org are under CC BY-SA 3.0 (https://schema.org/docs/terms.html).
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import { dataOf, date, integer, jsonLd, number, objectWith, type Schema, text, texts, uri } from "./data-of.ts"

const microwave = `<title>Kenmore White 17" Microwave</title>
<div itemscope itemtype="https://schema.org/Product">
  <h1 itemprop="name">Kenmore White 17" Microwave</h1>
  <img itemprop="image" src="kenmore-microwave-17in.jpg" alt="Kenmore 17 inch Microwave">
  <div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">
    Rated <span itemprop="ratingValue">3.5</span>/5 based on <span itemprop="reviewCount">11</span> customer reviews
  </div>
  <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
    <span itemprop="priceCurrency" content="USD">$</span><span itemprop="price" content="1000.00">1,000.00</span>
    <link itemprop="availability" href="https://schema.org/InStock">In stock
  </div>
  <p itemprop="description">0.7 cubic feet countertop microwave. Has six preset cooking categories.</p>
  <div itemprop="review" itemscope itemtype="https://schema.org/Review">
    <span itemprop="name">Not a happy camper</span> - by <span itemprop="author">Ellie</span>,
    <meta itemprop="datePublished" content="2011-04-01">April 1, 2011
    <div itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating">
      <meta itemprop="worstRating" content="1"><span itemprop="ratingValue">1</span>/<span itemprop="bestRating">5</span>
    </div>
    <span itemprop="reviewBody">The lamp burned out and now I have to replace it.</span>
  </div>
  <div itemprop="review" itemscope itemtype="https://schema.org/Review">
    <span itemprop="name">Value purchase</span> - by <span itemprop="author">Lucas</span>,
    <meta itemprop="datePublished" content="2011-03-25">March 25, 2011
    <div itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating">
      <span itemprop="ratingValue">4</span>/<span itemprop="bestRating">5</span>
    </div>
    <span itemprop="reviewBody">Great microwave for the price. It is small and fits in my apartment.</span>
  </div>
</div>`

const event = `<title>Typhoon with Radiation City</title><h1>Typhoon with Radiation City</h1>${
  jsonLd({
    "@context": "https://schema.org",
    "@type": "Event",
    name: "Typhoon with Radiation City",
    startDate: "2013-09-14T21:30",
    location: {
      "@type": "Place",
      sameAs: "http://www.hi-dive.com",
      name: "The Hi-Dive",
      address: {
        "@type": "PostalAddress",
        streetAddress: "7 S. Broadway",
        addressLocality: "Denver",
        addressRegion: "CO",
        postalCode: "80209"
      }
    },
    performer: [
      { "@type": "MusicGroup", name: "Typhoon", sameAs: "http://en.wikipedia.org/wiki/Typhoon_(American_band)" },
      { "@type": "MusicGroup", name: "RadiationCity", sameAs: "http://en.wikipedia.org/wiki/Radiation_City" }
    ],
    offers: {
      "@type": "Offer",
      availability: "https://schema.org/LimitedAvailability",
      priceCurrency: "USD",
      price: "13.00",
      url: "http://www.ticketfly.com/purchase/309433"
    }
  })
}`

const recipe = `<title>Mom's World Famous Banana Bread</title>
<div vocab="https://schema.org/" typeof="Recipe">
  <h1 property="name">Mom's World Famous Banana Bread</h1>
  By <span property="author">John Smith</span>, <meta property="datePublished" content="2009-05-08">May 8, 2009
  <img property="image" src="bananabread.jpg" alt="Banana bread on a plate">
  Prep Time: <meta property="prepTime" content="PT15M">15 minutes
  Yield: <span property="recipeYield">1 loaf</span>
  <div property="nutrition" typeof="NutritionInformation">
    <span property="calories">240 calories</span>, <span property="fatContent">9 grams fat</span>
  </div>
  <ul>
    <li property="recipeIngredient">3 or 4 ripe bananas, smashed</li>
    <li property="recipeIngredient">1 egg</li>
    <li property="recipeIngredient">3/4 cup of sugar</li>
  </ul>
  <p property="recipeInstructions">Preheat the oven to 350 degrees. Mix in the ingredients in a bowl.</p>
</div>`

const posting = `<title>Software Engineer</title><h1>Software Engineer</h1>${
  jsonLd({
    "@context": "https://schema.org",
    "@type": "JobPosting",
    baseSalary: {
      "@type": "MonetaryAmount",
      currency: "USD",
      value: { "@type": "QuantitativeValue", minValue: 100_000, maxValue: "120,000", unitText: "YEAR" }
    },
    datePosted: "2011-10-31",
    description: "Information Technology Engineer / ABC Company Inc.",
    employmentType: "Full-time",
    hiringOrganization: { "@type": "Organization", name: "ABC Company Inc." },
    jobLocation: {
      "@type": "Place",
      address: { "@type": "PostalAddress", addressLocality: "Kirkland", addressRegion: "WA" }
    },
    title: "Software Engineer"
  })
}`

interface Case {
  readonly page: string
  readonly schema: Schema
  readonly data: unknown
  readonly missing?: ReadonlyArray<string>
}

const review = objectWith({ author: text, rating: number, max_rating: integer, text, date })
const cases: Readonly<Record<string, Case>> = {
  "a product of microdata": {
    page: microwave,
    schema: objectWith({
      product_name: text,
      price: number,
      currency: text,
      in_stock: { type: "boolean" },
      availability: { enum: ["in stock", "out of stock"] },
      images: { type: "array", items: uri },
      rating: objectWith({ value: number, count: integer }),
      reviews: { type: "array", items: review },
      sku: text
    }),
    data: {
      product_name: "Kenmore White 17\" Microwave",
      price: 1000,
      currency: "USD",
      in_stock: true,
      availability: "in stock",
      images: ["https://site.test/dir/kenmore-microwave-17in.jpg"],
      rating: { value: 3.5, count: 11 },
      reviews: [
        {
          author: "Ellie",
          rating: 1,
          max_rating: 5,
          text: "The lamp burned out and now I have to replace it.",
          date: "2011-04-01"
        },
        {
          author: "Lucas",
          rating: 4,
          max_rating: 5,
          text: "Great microwave for the price. It is small and fits in my apartment.",
          date: "2011-03-25"
        }
      ]
    },
    missing: ["/sku"]
  },
  "the same product, asked for in German": {
    page: microwave,
    schema: objectWith({
      Bezeichnung: text,
      Preis: number,
      "Währung": text,
      Beschreibung: text,
      Bewertung: number,
      "Anzahl Bewertungen": integer,
      Farbe: text
    }),
    data: {
      Bezeichnung: "Kenmore White 17\" Microwave",
      Preis: 1000,
      "Währung": "USD",
      Beschreibung: "0.7 cubic feet countertop microwave. Has six preset cooking categories.",
      Bewertung: 3.5,
      "Anzahl Bewertungen": 11
    },
    missing: ["/Farbe"]
  },
  "an event of JSON-LD": {
    page: event,
    schema: objectWith({
      title: text,
      start: date,
      // The page gives no offset from UTC.
      starts_at: { type: "string", format: "date-time" },
      venue: text,
      address: objectWith({ street: text, city: text, state: text, zip: text, country: text }),
      performers: texts,
      tickets: objectWith({ price: number, currency: text }),
      organizer: text
    }),
    data: {
      title: "Typhoon with Radiation City",
      start: "2013-09-14",
      venue: "The Hi-Dive",
      address: { street: "7 S. Broadway", city: "Denver", state: "CO", zip: "80209" },
      performers: ["Typhoon", "RadiationCity"],
      tickets: { price: 13, currency: "USD" }
    },
    missing: ["/starts_at", "/address/country", "/organizer"]
  },
  "a recipe of RDFa": {
    page: recipe,
    schema: objectWith({
      name: text,
      author: text,
      published: date,
      ingredients: texts,
      steps: texts,
      prep_time: text,
      servings: text,
      calories: integer,
      fatContent: text,
      image: text,
      cook_time: text
    }),
    data: {
      name: "Mom's World Famous Banana Bread",
      author: "John Smith",
      published: "2009-05-08",
      ingredients: ["3 or 4 ripe bananas, smashed", "1 egg", "3/4 cup of sugar"],
      steps: ["Preheat the oven to 350 degrees. Mix in the ingredients in a bowl."],
      prep_time: "PT15M",
      servings: "1 loaf",
      calories: 240,
      fatContent: "9 grams fat",
      image: "https://site.test/dir/bananabread.jpg"
    },
    missing: ["/cook_time"]
  },
  "a job": {
    page: posting,
    schema: objectWith({
      title: text,
      company: text,
      city: text,
      salary_min: number,
      salary_max: number,
      salary_currency: text,
      posted: date,
      employment_type: { enum: ["full_time", "part_time"] },
      deadline: date
    }),
    data: {
      title: "Software Engineer",
      company: "ABC Company Inc.",
      city: "Kirkland",
      salary_min: 100_000,
      salary_max: 120_000,
      salary_currency: "USD",
      posted: "2011-10-31",
      employment_type: "full_time"
    },
    missing: ["/deadline"]
  }
}

layer(Extractor.layerInline)("data after the examples of schema.org", (it) => {
  for (const [name, { data, missing = [], page, schema }] of Object.entries(cases)) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const found = yield* dataOf(page, schema)
        assert.deepStrictEqual(found.data, data)
        assert.deepStrictEqual([...found.trace.missing], missing)
        assert.strictEqual(found.trace.source, "declared")
      }))
  }
})
