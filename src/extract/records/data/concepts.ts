/**
 * Places of values in records, by the concept that a property stands for: names of schema.org, and those of the records
 * of repeated blocks. The first place with a usable value wins. `=price` and `=currency` are the common fields of a
 * record, which a rule of its own finds.
 */
export const places = {
  name: "name title headline legalName",
  title: "title headline name",
  subtitle: "alternativeHeadline alternateName",
  description: "description abstract summary",
  text: "articleBody reviewBody text",
  url: "url mainEntityOfPage @id link offers.url",
  image: "image thumbnailUrl primaryImageOfPage photo",
  logo: "logo publisher.logo",
  price: "=price offers.price offers.priceSpecification.price price offers.lowPrice lowPrice",
  low_price: "offers.lowPrice lowPrice",
  high_price: "offers.highPrice highPrice",
  currency: "=currency offers.priceCurrency offers.priceSpecification.priceCurrency priceCurrency currency",
  price_valid_until: "offers.priceValidUntil priceValidUntil",
  availability: "offers.availability availability",
  in_stock: "offers.availability availability",
  condition: "offers.itemCondition itemCondition",
  offers: "offers",
  seller: "offers.seller seller offers.offeredBy",
  brand: "brand manufacturer",
  manufacturer: "manufacturer",
  sku: "sku offers.sku productID",
  product_id: "productID sku",
  mpn: "mpn offers.mpn",
  gtin: "gtin gtin13 gtin14 gtin12 gtin8 offers.gtin13 offers.gtin",
  isbn: "isbn workExample.isbn",
  color: "color",
  size: "size",
  weight: "weight",
  material: "material",
  category: "category articleSection genre recipeCategory applicationCategory",
  rating: "aggregateRating.ratingValue reviewRating.ratingValue starRating.ratingValue rating ratingValue",
  best_rating: "aggregateRating.bestRating reviewRating.bestRating bestRating",
  review_count: "aggregateRating.reviewCount aggregateRating.ratingCount reviewCount ratingCount",
  rating_count: "aggregateRating.ratingCount aggregateRating.reviewCount ratingCount reviewCount",
  reviews: "review reviews",
  comment_count: "commentCount",
  answers: "acceptedAnswer suggestedAnswer",
  author: "author creator byArtist",
  publisher: "publisher",
  date: "date startDate datePublished datePosted uploadDate dateCreated",
  date_published: "datePublished datePosted uploadDate dateCreated date",
  date_modified: "dateModified",
  start_date: "startDate",
  end_date: "endDate",
  valid_through: "validThrough",
  language: "inLanguage",
  keywords: "keywords",
  word_count: "wordCount",
  location: "location jobLocation contentLocation",
  address: "address location.address jobLocation.address",
  street: "streetAddress address.streetAddress location.address.streetAddress jobLocation.address.streetAddress",
  city: "addressLocality address.addressLocality location.address.addressLocality jobLocation.address.addressLocality",
  region: "addressRegion address.addressRegion location.address.addressRegion jobLocation.address.addressRegion",
  postal_code: "postalCode address.postalCode location.address.postalCode jobLocation.address.postalCode",
  country: "addressCountry address.addressCountry location.address.addressCountry jobLocation.address.addressCountry",
  latitude: "latitude geo.latitude location.geo.latitude",
  longitude: "longitude geo.longitude location.geo.longitude",
  phone: "telephone contactPoint.telephone",
  email: "email contactPoint.email",
  opening_hours: "openingHours",
  organizer: "organizer",
  performer: "performer performers",
  company: "hiringOrganization worksFor",
  salary: "baseSalary.value.value baseSalary.value baseSalary",
  salary_min: "baseSalary.value.minValue baseSalary.minValue",
  salary_max: "baseSalary.value.maxValue baseSalary.maxValue",
  salary_currency: "baseSalary.currency salaryCurrency",
  employment_type: "employmentType",
  job_title: "jobTitle",
  ingredients: "recipeIngredient ingredients",
  instructions: "recipeInstructions.itemListElement recipeInstructions step",
  servings: "recipeYield yield",
  prep_time: "prepTime",
  cook_time: "cookTime",
  total_time: "totalTime",
  calories: "nutrition.calories calories",
  cuisine: "recipeCuisine servesCuisine",
  duration: "duration timeRequired",
  genre: "genre",
  director: "director directors",
  actors: "actor actors",
  pages: "numberOfPages",
  views: "interactionStatistic.userInteractionCount interactionCount",
  video: "video.contentUrl contentUrl embedUrl",
  version: "softwareVersion version",
  operating_system: "operatingSystem",
  license: "license",
  first_name: "givenName",
  last_name: "familyName",
  birth_date: "birthDate"
} as const

export type Concept = keyof typeof places

/** Places of objects, for a property that is one where others have a value. */
export const objectPlaces: Readonly<Partial<Record<Concept, string>>> = {
  rating: "aggregateRating reviewRating starRating",
  price: "offers",
  salary: "baseSalary"
}

/** Concepts whose text is an address. */
export const addresses: ReadonlySet<Concept> = new Set(["url", "image", "logo", "video"])

/** Properties that nearly every thing has. They say nothing about the kind of thing. */
export const generic: ReadonlySet<Concept> = new Set([
  "name",
  "title",
  "subtitle",
  "description",
  "text",
  "url",
  "image",
  "logo"
])

/** Facts that the metadata of a page says about its subject, whatever that is. */
export const pageFacts: ReadonlySet<Concept> = new Set(["title", "description", "url", "image", "language", "keywords"])

/** Properties that a page may have of the owner of its site. */
export const contacts: ReadonlySet<Concept> = new Set([
  "phone",
  "email",
  "address",
  "street",
  "city",
  "region",
  "postal_code",
  "country",
  "opening_hours"
])

/** Parts of a record in which other things are described. */
export const otherThings: ReadonlySet<string> = new Set([
  "review",
  "reviews",
  "comment",
  "isRelatedTo",
  "isSimilarTo",
  "isPartOf",
  "hasPart",
  "hasVariant",
  "itemListElement",
  "mentions",
  "citation",
  "subjectOf"
])
