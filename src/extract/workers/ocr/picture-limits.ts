/**
 * Maximum pixels of a picture: an A4 page at 600 dpi has 35 million. More are not decoded, since a few kilobytes can
 * unpack to gigabytes.
 */
export const maxPixels = 40_000_000

export const tooLarge = `it has more than ${maxPixels / 1_000_000} million pixels`
