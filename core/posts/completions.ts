import { CodedError } from '../errors.ts'
import { parseIso, type Instant } from '../time.ts'

interface CompletionQuery {
  readonly since: Instant
  readonly limit: number
}

const LIMIT = { fallback: 20, max: 100 }

/** Reads the query of GET /posts/recent-completions. Throws MISSING_PARAM or INVALID_PARAM. */
export function readCompletionQuery(query: { since?: unknown; limit?: unknown }): CompletionQuery {
  if (query.since === undefined || query.since === '') {
    throw new CodedError(
      'MISSING_PARAM',
      'Add since, an ISO 8601 datetime with an offset, like 2026-04-20T14:00:00Z.',
    )
  }
  const since = typeof query.since === 'string' ? parseIso(restorePlus(query.since)) : null
  if (since === null) {
    throw new CodedError(
      'INVALID_PARAM',
      'since must be one ISO 8601 datetime with an offset, like 2026-04-20T14:00:00Z.',
    )
  }
  return { since, limit: readLimit(query.limit) }
}

/** In a query an unescaped `+` arrives as a space. Before an offset it can have been nothing else. */
function restorePlus(text: string): string {
  return text.replace(/ (?=\d\d:\d\d$)/, '+')
}

function readLimit(text: unknown): number {
  if (text === undefined) return LIMIT.fallback
  const limit = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > LIMIT.max)
    throw new CodedError('INVALID_PARAM', 'limit must be a whole number from 1 to 100.')
  return limit
}
