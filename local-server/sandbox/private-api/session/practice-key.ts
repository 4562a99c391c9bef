// The key pair that passwords are sealed with on their way here. It is not secret: it protects practice passwords only, on
// their way to a stand-in on loopback. Real hosts have one of their own.
import { fromBase64Url, toHex } from '../../../../core/base64url.ts'

/** Sent in the header `ig-set-password-encryption-key-id`. */
export const PRACTICE_KEY_ID = 147

/** Sent in the header `ig-set-password-encryption-pub-key`: base64 of a PEM. */
export const PRACTICE_PUBLIC_KEY =
  'LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUlJQklqQU5CZ2txaGtpRzl3MEJBUUVGQUFPQ0FROEFNSUlCQ2dLQ0FRRUF2emdkY3k2cXZDcm9aV3JOOFlSdwp5UTQ5OFFhRG9HaGNFMnZhNXpoZlB1R1BuUS9MQTNGVStXc3hjWS95L0JnQm4zdE9PNHJKeitMdkFXVlIvNnV3CkZ6ZFl3OUFlR1lVbFdXTk8zNHB2NnJ4VklaQkhzY3RhL2ZRS1F4OTJMbUdSUW9LeFZxdzh3cmplQis0NFl0Q0oKUWRwNHFUVHRtUENUTnYyT1pTcW9oWHBDczE3WWNTSjJrOTdjMk44SkJOZkFMRDllNlV3VHpPekN1S0sxdHZBTgpGUkRsT0szYVMwWVREWG9aV1BWdW5QeDF3TkVEUGZFSDlKTmY2cWRTdlB5MGloaWJaVlR6VVl2ODViUTZLVEQ1CkxjMzJQWXUxdkRGdWRLQm5pMjlhQ1IrY2I0YzZkcWhMNGNKS0s5aitQZDNYYkN6Ymo5bmlLR25CbzB1Y1R4eTkKSVFJREFRQUIKLS0tLS1FTkQgUFVCTElDIEtFWS0tLS0tCg=='

const [FIRST_PRIME, SECOND_PRIME] = [
  wholeNumber(
    '6hG-9qx47YC-8ieRnr8N8N_KN8T46ZLCSecl_o54ieb9o1E6RiIKvOUlKs9pAEZr7z3Ntc8wSGBqsWWZmzXpwUvfI1TydEGrcd9sxoUU0nbQKDIfpjt9yeOcNFxsEdUbO7tdzXCFEZxiLkHOpPVeZLsbgsveLyRU0ggdwfYQH5U',
  ),
  wholeNumber(
    '0SKXIvYxbBKIKUbq7yol9EZLN4C_TD9SFnBOjm09oo2_NlzfmkGUvgzUPt-BQL40RW4-y4eWdolDLQc0gk-I6ojZruGITp3LMbk6aPYlifBfk17vCptvqEfZOhFT3W3YuG6cAgqbTXhxA2gI5lKOtHq_Ch5T9XLfFWi5zIe7NF0',
  ),
] as const
const PRIVATE_EXPONENT = wholeNumber(
  'AWBJCNxA6-jNeYRCVjbQiU7D5y90AqinYollTtCfZxMHbhVnNPpGSlw5NZAYKwnGMIyaGABTRvsjBj92uVsO3kcD1DbsysBHvkeUGKY93wC7BnFzAjEh393wJ4YesGpfK4051v3smwR42UBDGpCAdphHGROG9oqNynGMTeAidywZhcCoDcNG6mCX3-H7uBnlzd535DjyOgs4jc41GKq5_aOcT8N36hSA-1c-Nw6JCX6GBmDDi1beQk_mPNzP8m0Dkvl3sKbu8ArMWF0GhmZdBviPtSWTEdyJldeMTSFcdtM-jQTr7-0wvlOXnQgflRcF99tG8qxNADJGqCI9ZjeKhQ',
)

/** Bytes of one block. */
export const BLOCK_SIZE = 256

/**
 * Opens a block of RSAES-PKCS1-v1_5, which Web Crypto does not know. Null when it was not made with the practice key. Slow
 * and open to timing attacks, which is no matter here.
 */
export function openPracticeBlock(block: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const sealed = fromBytes(block)
  if (block.length !== BLOCK_SIZE || sealed >= FIRST_PRIME * SECOND_PRIME) return null
  const opened = toBytes(open(sealed))
  // 0, 2, at least eight bytes that are not 0, 0, the message.
  const end = opened.indexOf(0, 2)
  return opened[0] === 0 && opened[1] === 2 && end >= 10 ? opened.slice(end + 1) : null
}

/** Decrypts modulo each prime and combines the two, which is a quarter of the work. */
function open(sealed: bigint): bigint {
  const [first, second] = [FIRST_PRIME, SECOND_PRIME].map((prime) =>
    powerOf(sealed % prime, PRIVATE_EXPONENT % (prime - 1n), prime),
  ) as [bigint, bigint]
  const inverse = powerOf(SECOND_PRIME % FIRST_PRIME, FIRST_PRIME - 2n, FIRST_PRIME)
  const apart = (((first - second) * inverse) % FIRST_PRIME) + FIRST_PRIME
  return second + (apart % FIRST_PRIME) * SECOND_PRIME
}

function powerOf(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus
    if (bit === '1') result = (result * base) % modulus
  }
  return result
}

function toBytes(number: bigint): Uint8Array<ArrayBuffer> {
  const digits = number.toString(16).padStart(BLOCK_SIZE * 2, '0')
  return Uint8Array.from({ length: BLOCK_SIZE }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  )
}

function wholeNumber(base64Url: string): bigint {
  return fromBytes(fromBase64Url(base64Url))
}

function fromBytes(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`)
}
