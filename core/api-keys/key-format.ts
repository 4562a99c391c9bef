// `app_live_` and 43 characters of [0-9A-Za-z]: 37 random ones (220 bits) and a CRC-32 of all before it in 6, so that a
// scanner that finds one in a public place knows it for a key of ours, and a typing error is seen without a look-up.
import type { Random } from '../ports/random.ts'

export const KEY_PREFIX = 'app_live_'
const RANDOM_LENGTH = 37
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY = /^app_live_[0-9A-Za-z]{43}$/

/** How much of a key may be stored and shown. */
export const SHOWN_LENGTH = 12

export function mintKey(random: Random): string {
  const secret = KEY_PREFIX + randomCharacters(random, RANDOM_LENGTH)
  return secret + checksum(secret)
}

export function isKeyShaped(text: string): boolean {
  if (!KEY.test(text)) return false
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/** Bytes of 248 and more are thrown away: each of the 62 characters must be equally likely. */
function randomCharacters(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62)
    }
  }
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let written = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    written = ALPHABET.charAt(rest % 62) + written
    rest = Math.floor(rest / 62)
  }
  return written
}

/** CRC-32 (IEEE 802.3) of ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i += 1) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
