/**
 * Codes of a failed name look-up, connection or check of a certificate, all of which come before the first byte of a request.
 */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  // Somebody answers who speaks no TLS.
  'ERR_SSL_WRONG_VERSION_NUMBER',
])
/** These come while connecting and also later. */
const WHILE_CONNECTING: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
])

/** True when the error of `fetch` proves that no call has arrived anywhere. Runtimes that name no codes prove nothing. */
export function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  // One error for each address that the name has.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverConnected)
  const { code, syscall } = (cause ?? {}) as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return false
  return NEVER_CONNECTED.has(code) || (WHILE_CONNECTING.has(code) && syscall === 'connect')
}
