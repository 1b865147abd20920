/** A UUID of version 4 (RFC 9562). `crypto.randomUUID` is missing on pages that came without TLS. */
export const randomUuid = (): string => {
  const hex = Array.from(
    crypto.getRandomValues(new Uint8Array(16)),
    (byte, index) =>
      (index === 6 ? (byte & 0x0F) | 0x40 : index === 8 ? (byte & 0x3F) | 0x80 : byte).toString(16).padStart(2, "0")
  ).join("")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
