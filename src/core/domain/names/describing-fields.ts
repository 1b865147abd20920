/** The fields of a Document with what the page says about itself. */
export const describingFields = [
  "title",
  "author",
  "published_date",
  "language",
  "description",
  "keywords",
  "site_name",
  "image"
] as const
