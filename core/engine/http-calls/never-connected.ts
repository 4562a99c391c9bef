const NOT_FOUND = 'its address cannot be found'
const NOT_REACHED = 'its address cannot be reached'
const NOT_TRUSTED = 'its certificate is not accepted'
const NOT_LET_THROUGH = 'the proxy of this network does not let us through to it'

/**
 * Codes of a failed name look-up, connection or check of a certificate, all of which come before the first byte of a request, and
 * the words for them.
 */
const NEVER_CONNECTED: Readonly<Record<string, string>> = {
  ENOTFOUND: NOT_FOUND,
  EAI_AGAIN: NOT_FOUND,
  ECONNREFUSED: 'nothing answers at its address',
  UND_ERR_CONNECT_TIMEOUT: NOT_REACHED,
  CERT_HAS_EXPIRED: NOT_TRUSTED,
  CERT_NOT_YET_VALID: NOT_TRUSTED,
  CERT_UNTRUSTED: NOT_TRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: NOT_TRUSTED,
  ERR_PROXY_TUNNEL: NOT_LET_THROUGH,
  UND_ERR_PRX_CONN: NOT_LET_THROUGH,
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers at its address does not speak https',
}
/** Codes that these calls of the system give come later, too, or differ from one system to the next. */
const WHILE_CONNECTING: Readonly<Record<string, string>> = { connect: NOT_REACHED, getaddrinfo: NOT_FOUND }
/** What Node says of a connection that was closed during the handshake. Its code comes later, too. */
const CLOSED_EARLY = 'Client network socket disconnected before secure TLS connection was established'

/** Before an error is thrown that kept a connection from being made: a handshake that is broken off has codes that come later, too. */
export function markNeverConnected(error: Error): Error {
  return Object.assign(error, { isNeverConnected: true })
}

/** True when the error of `fetch` proves that the call never arrived. Runtimes that name no codes prove nothing. */
export function neverConnected(error: unknown): boolean {
  return noConnectionReason(error) !== null
}

/** Why the call never arrived, for people, with the code for those who help them; null when it may have. */
export function noConnectionReason(error: unknown): string | null {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  // One error for each address that the name has.
  if (cause instanceof AggregateError) {
    const reasons = cause.errors.map(noConnectionReason)
    return reasons.includes(null) ? null : (reasons[0] ?? null)
  }
  const { code, syscall, message, isNeverConnected } = (cause ?? {}) as Record<string, unknown>
  if (typeof code !== 'string') return null
  const wasConnecting = typeof syscall === 'string' ? WHILE_CONNECTING[syscall] : undefined
  const isMarked = isNeverConnected === true || message === CLOSED_EARLY
  const reason = NEVER_CONNECTED[code] ?? wasConnecting ?? (isMarked ? NOT_REACHED : undefined)
  return reason === undefined ? null : `${reason}: ${code}`
}
