import { toHex } from './base64url.ts'

const encoder = new TextEncoder()

/** SHA-256 of the text's UTF-8 bytes, in hex. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}

/** The UUID that belongs to this text: of version 4, as the contract promises, with a hash where others are random. */
export async function uuidOfText(text: string): Promise<string> {
  const hex = await sha256Hex(text)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return parts.join('-')
}

/** Compares two texts of equal length without telling by its time where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
