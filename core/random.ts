import type { Random } from './ports/random.ts'

/** The runtime's own source of secrets: Web Crypto, in every runtime we know. */
export const webCryptoRandom: Random = {
  uuid: () => crypto.randomUUID(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}
