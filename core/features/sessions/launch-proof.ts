// The proof by which the running server and a program that can read its data folder recognise each other. Both know
// the folder's secret, which never travels. A process that listens on the port of a stopped server learns nothing
// from a caller and cannot pass a proof on to another server: every proof names the address, the server's run and the
// caller's nonce.
import { createTokenVault } from '../../engine/access/token-vault.ts'
import { toBase64Url } from '../../base64url.ts'
import type { Random } from '../../ports/random.ts'

/** The facts of one exchange. */
export interface LaunchExchange {
  /** The address at which the caller believes the server to be, and at which the server knows that it is. */
  readonly origin: string
  /** Drawn by the server at its start, and written into the data folder. */
  readonly life: string
  /** Drawn by the caller for this exchange. */
  readonly nonce: string
}

const NONCE_BYTES = 32
/** Names what is sealed; the key is made for one exchange only. */
const SEALED = 'launch-token'

export function newLaunchNonce(random: Random): string {
  return toBase64Url(random.bytes(NONCE_BYTES))
}

/** The server's proof is given to anyone who asks, and so must never serve as a caller's. */
export async function launchProofOf(
  secret: string,
  by: 'server' | 'caller',
  exchange: LaunchExchange,
): Promise<string> {
  return toBase64Url(await hmacOf(secret, by, exchange))
}

/** Only a holder of the secret can read it: a bystander who relays the exchange gains nothing. */
export async function sealLaunchToken(
  secret: string,
  exchange: LaunchExchange,
  token: string,
  random: Random,
): Promise<string> {
  return (await vaultFor(secret, exchange, random)).seal(token, SEALED)
}

/** Null when it was not sealed by the server of this exchange. */
export async function openLaunchToken(
  secret: string,
  exchange: LaunchExchange,
  sealed: string,
  random: Random,
): Promise<string | null> {
  return (await vaultFor(secret, exchange, random)).open(sealed, SEALED)
}

async function vaultFor(secret: string, exchange: LaunchExchange, random: Random) {
  return createTokenVault(await hmacOf(secret, 'seal', exchange), random)
}

async function hmacOf(
  secret: string,
  purpose: string,
  { origin, life, nonce }: LaunchExchange,
): Promise<Uint8Array<ArrayBuffer>> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['sign'])
  const said = JSON.stringify(['nightpost launch', purpose, origin, life, nonce])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(said)))
}
