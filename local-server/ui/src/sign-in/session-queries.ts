import { parseResponse, api, ApiError } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'
import { spokenStrings } from '../strings/language.tsx'

/** Spends the token of a link. The answer is null, or the sentence that says why the link does not work. */
export function redeemQuery(token: string | null) {
  return keyedQuery(keys.redeemed(token), {
    queryFn: () => redeemLaunchToken(token ?? ''),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
}

/** Asks whether this browser is signed in. Only this decides it: a 401 elsewhere just makes us ask again. */
export function sessionQuery(token: string | null) {
  return keyedQuery(keys.session(token), {
    queryFn: () => parseResponse(api.auth.check.$get()),
    staleTime: 60_000,
  })
}

async function redeemLaunchToken(token: string): Promise<string | null> {
  const headers = { 'Content-Type': 'application/json' }
  try {
    await parseResponse(
      fetch('/api/auth/session', { method: 'POST', headers, body: JSON.stringify({ t: token }) }),
    )
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 401 ? spokenStrings().signIn.linkSpent : error.message
  }
}
