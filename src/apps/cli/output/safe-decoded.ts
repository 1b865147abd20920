/** Text without percent-encoding, or as it is if that is not UTF-8. */
export const safeDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
