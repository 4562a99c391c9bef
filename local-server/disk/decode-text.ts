/**
 * The text of a file, without the mark that some editors put before it; null for what is no UTF-8. UTF-16 without a mark is UTF-8, too,
 * with zeros that nobody has written.
 */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
