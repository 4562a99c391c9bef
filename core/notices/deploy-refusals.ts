import { noticesOf, type AnyNotice, type Coded } from './notice.ts'
import { ENGLISH, noticeSentence, type NoticeLanguage } from './sentences.ts'

/** What the user has to choose before a deployment continues, in English, after the name of a field. Codes are stored, so none is renamed. */
export const DEPLOY_REFUSALS = {
  TOKEN_ENDED: 'this API token is disabled or has expired. Create a new one in the Cloudflare dashboard.',
  ACCOUNTS_NOT_LISTED:
    'the API token may not list accounts. Enter the account’s id, or give the token the permission “Account Settings: Read”.',
  SEVERAL_ACCOUNTS: 'the API token has access to several accounts. Choose one of {accounts}.',
  NO_ACCESS_TO_ACCOUNT: 'the API token has no access to it. Choose one of {accounts}.',
  ADDRESS_NEEDED:
    'the account has no workers.dev name yet. Choose one; it is permanent, and part of the address of each of its Workers.',
  ADDRESS_TAKEN: 'this name is already taken. Choose another one.',
  ADDRESS_REFUSED: 'Cloudflare does not accept this name. Choose another one.',
  WORKER_UNKNOWN:
    'the account already has a Worker of this name that this Nightpost does not know ({worker}). Choose another name.',
} as const

export type DeployRefusalCode = keyof typeof DEPLOY_REFUSALS

export type DeployRefusalDetail = Coded<typeof DEPLOY_REFUSALS>

export const deployRefusal = noticesOf<typeof DEPLOY_REFUSALS>()

/** What the sentence of a refusal is made with, in one language. */
interface DeployRefusalLanguage {
  readonly refusals: Readonly<Record<DeployRefusalCode, string>>
  readonly notices: NoticeLanguage
}

export function deployRefusalSentence(
  refusal: AnyNotice,
  { refusals, notices }: DeployRefusalLanguage = { refusals: DEPLOY_REFUSALS, notices: ENGLISH },
): string {
  return noticeSentence(refusals, refusal, notices)
}
