// What the provider's numbers mean for the user, and what to do about it.
import type { ProviderFailure } from './provider-api.ts'

/** The token itself is refused; for a call that needs a permission, the last two mean that one is missing. */
export const TOKEN_REFUSED = [1000, 6003, 6111, 9106, 10000, 9109]
const PERMISSION_MISSING = [10000, 9109]
export const R2_NOT_ENABLED = [10042, 10084]

const ENABLE_R2 =
  'R2 is not enabled in this account. Open R2 in the Cloudflare dashboard and enable it (its free tier is enough), then go on here.'
const NO_TOKEN = 'Cloudflare does not accept this API token. Enter the whole token, or create a new one.'

const SENTENCES: Readonly<Record<number, string>> = {
  1000: NO_TOKEN,
  6003: NO_TOKEN,
  6111: NO_TOKEN,
  9106: NO_TOKEN,
  10021: 'Cloudflare does not accept the Worker’s code. Update Nightpost and deploy again.',
  10027: 'Cloudflare says the Worker is too large. Update Nightpost and deploy again.',
  10034: 'Cloudflare requires a verified e-mail address. Verify it in the dashboard, then deploy again.',
  10035: 'The Worker is being changed from elsewhere. Deploy again in a minute.',
  10037:
    'The account has as many Workers as its plan allows. Delete one that is not needed, then deploy again.',
  10041: 'The key-value namespace has been deleted. Deploy again to create a new one.',
  10042: ENABLE_R2,
  10063: 'The account needs a workers.dev name first. Choose one and deploy again.',
  10072:
    'The account has as many cron triggers as its plan allows (5 on the free plan). Remove one of another Worker, then deploy again.',
  10074:
    'Cloudflare does not accept the Worker’s migrations: the deployed Worker is newer than this Nightpost. Update it.',
  10079:
    'Cloudflare does not accept the Worker’s migrations: the deployed Worker is newer than this Nightpost. Update it.',
  10084: ENABLE_R2,
  10085: 'The bucket has been deleted. Deploy again to create a new one.',
}

/** One sentence for the user. */
export function explain({ reply, needs }: ProviderFailure): string {
  if (reply.kind !== 'refused')
    return `Cloudflare’s API does not answer (${reply.reason}). Check the connection and try again.`
  const { httpStatus, codes, message } = reply.refusal
  if (httpStatus === 429) return 'Too many requests to Cloudflare’s API. Wait five minutes, then try again.'
  if (needs !== null && codes.some((code) => PERMISSION_MISSING.includes(code)))
    return `The API token lacks the permission “${needs}”. Add it in the Cloudflare dashboard; new permissions may take a minute.`
  const known = codes.map((code) => SENTENCES[code]).find((sentence) => sentence !== undefined)
  const numbers = codes.length > 0 ? ` ${codes.join(', ')}` : ''
  return known ?? `Cloudflare answered with error${numbers}: ${message}`
}
