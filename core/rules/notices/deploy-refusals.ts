import { ENGLISH } from './english/english.ts'
import { noticesOf, type AnyNotice, type Coded } from './notice.ts'
import { noticeSentence } from './sentences.ts'

/**
 * What the user has to choose before a deployment continues, in English after the name of a field, what the provider
 * refuses, and what keeps a Worker from being deployed, connected or left, or a key of its store from being changed.
 * Codes are stored, so none is renamed.
 */
export const DEPLOY_REFUSALS = {
  TOKEN_ENDED: 'this API token is disabled or has expired. Create a new one in the Cloudflare dashboard.',
  ACCOUNTS_NOT_LISTED:
    'the API token may not list accounts. Enter the account’s id, or give the token the permission “Account Settings: Read”.',
  OWNER_UNKNOWN:
    'Cloudflare knows no user with this API token. If it is a token of an account, enter the account’s id; otherwise enter the whole token, or create a new one.',
  SEVERAL_ACCOUNTS: 'the API token has access to several accounts. Choose one of {accounts}.',
  NO_ACCESS_TO_ACCOUNT: 'the API token has no access to it. Choose one of {accounts}.',
  NO_ACCESS_TO_WORKER:
    'this API token has no access to the account that has the Worker. Enter a token of that account.',
  ADDRESS_NEEDED:
    'the account has no workers.dev name yet. Choose one; it is permanent, and part of the address of each of its Workers.',
  ADDRESS_TAKEN: 'this name is already taken. Choose another one.',
  ADDRESS_REFUSED: 'Cloudflare does not accept this name. Choose another one.',
  WORKER_UNKNOWN:
    'the account already has a Worker of this name that this Nightpost does not know ({worker}). Choose another name.',
  WORKER_EXISTS:
    'the account already has a Worker of this name that is not connected here ({worker}). Another computer may publish with it. Enter another name, or enter the same name again to take the Worker over: posts that another computer has handed over to it may then not go out.',
  TOKEN_REFUSED: 'Cloudflare does not accept this API token. Enter the whole token, or create a new one.',
  PERMISSION_MISSING:
    'The API token lacks the permission “{permission}”. Add it in the Cloudflare dashboard; new permissions may take a minute.',
  R2_OFF:
    'R2 is not enabled in this account. Open R2 in the Cloudflare dashboard and enable it (its free tier is enough), then go on here.',
  CODE_REFUSED: 'Cloudflare does not accept the Worker’s code. Update Nightpost and deploy again.',
  CODE_TOO_LARGE: 'Cloudflare says the Worker is too large. Update Nightpost and deploy again.',
  EMAIL_UNVERIFIED:
    'Cloudflare requires a verified e-mail address. Verify it in the dashboard, then deploy again.',
  CHANGED_ELSEWHERE: 'The Worker is being changed from elsewhere. Deploy again in a minute.',
  TOO_MANY_WORKERS:
    'The account has as many Workers as its plan allows. Delete one that is not needed, then deploy again.',
  NAMESPACE_DELETED: 'The key-value namespace has been deleted. Deploy again to create a new one.',
  BUCKET_DELETED: 'The bucket has been deleted. Deploy again to create a new one.',
  NAME_MISSING: 'The account needs a workers.dev name first. Choose one and deploy again.',
  TOO_MANY_CRONS:
    'The account has as many cron triggers as its plan allows (5 on the free plan). Remove one of another Worker, then deploy again.',
  WORKER_NEWER:
    'Cloudflare does not accept the Worker’s migrations: the deployed Worker is newer than this Nightpost. Update Nightpost, then deploy again.',
  TOO_MANY_CALLS: 'Too many requests to Cloudflare’s API. Wait five minutes, then try again.',
  NO_ANSWER: 'Cloudflare’s API does not answer ({reason}). Check the connection and try again.',
  OTHER: 'Cloudflare answered with an error: {said}',
  ALREADY_DEPLOYING: 'A deployment is already running. Wait until it has finished.',
  NEVER_DEPLOYED:
    'No Worker was deployed from here. Deploy one first; one that was deployed by hand is updated by hand.',
  KEYS_UNREADABLE:
    'The keys chosen for the Worker can no longer be read. Disconnect the cloud in the settings, then deploy again.',
  DEPLOYED_NEWER: 'The deployed Worker is newer than this Nightpost. Update Nightpost, then deploy again.',
  WORKER_DELETED: 'The Worker has been deleted. Deploy again to upload it again.',
  WORKER_SILENT:
    'The Worker is uploaded, but its address does not answer yet. Deploy again in a few minutes; it continues from here.',
  OLD_VERSION_ANSWERS:
    'The Worker is uploaded, but version {version} still answers. Deploy again in a few minutes; it continues from here.',
  SET_BY_VARIABLES:
    'The Worker is set by CLOUD_WORKER_URL. Start without the CLOUD variables to choose another one here.',
  NO_ENCRYPTION_KEY:
    'The Worker has no encryption key. Set its secret ENCRYPTION_KEY, or deploy it from here.',
  OTHER_ENCRYPTION_KEY:
    'The Worker has a different encryption key from the one entered. Enter the key that it was deployed with, or deploy it again.',
  POSTS_NOT_RELEASED:
    'The cloud Worker did not release all posts ({posts} left). Try again when it can be reached, or once they are published; for a Worker that is gone for good, leave them behind.',
  NOT_RELEASED:
    'The cloud Worker did not release everything (posts that are still there: {posts}; accounts whose mentions it still checks: {checked}). Try again when it can be reached, or once they are published; for a Worker that is gone for good, leave them behind.',
  NOT_REGISTERED:
    'The Worker is connected, but not every account could be registered with it yet. Nightpost keeps trying.',
  BUCKET_REFUSES:
    'The bucket accepts files, but they cannot be read at its public address (HTTP {httpStatus}). Instagram fetches them there: make the bucket public, or enter its public address.',
  BUCKET_SILENT:
    'The bucket accepts files, but they cannot be read at its public address (no answer). Instagram fetches them there: make the bucket public, or enter its public address.',
  BUCKET_ELSEWHERE:
    'The bucket accepts files, but they cannot be read at its public address (something else is there). Instagram fetches them there: make the bucket public, or enter its public address.',
  KEY_REFUSED:
    'The Worker does not accept this key (HTTP {httpStatus}). If it is of an older Nightpost, deploy it again.',
  STORE_FAILED:
    'The Worker answers, but its key-value store failed. Its daily quota may be used up: try again later.',
} as const

export type DeployRefusalCode = keyof typeof DEPLOY_REFUSALS

export type DeployRefusalDetail = Coded<typeof DEPLOY_REFUSALS>

export const deployRefusal = noticesOf<typeof DEPLOY_REFUSALS>()

export function deployRefusalSentence(refusal: AnyNotice): string {
  return noticeSentence(DEPLOY_REFUSALS, refusal, ENGLISH)
}
