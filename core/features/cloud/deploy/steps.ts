// The steps of a deployment, in the order of progress.ts. Each can be repeated from its beginning at any time.
import { toBase64Url } from '../../../base64url.ts'
import { CodedError } from '../../../coded-error.ts'
import { deployRefusal } from '../../../rules/notices/deploy-refusals.ts'
import { safeSentence, type SafeText } from '../../../redact.ts'
import { sha256Hex } from '../../../sha256.ts'
import { leaveOtherWorker, requireRegistration } from '../connection/connect.ts'
import {
  createProviderApi,
  isRefusedWith,
  ProviderFailure,
  type ProviderApi,
} from './provider/provider-api.ts'
import { PERMISSION_MISSING } from './provider/refusals.ts'
import {
  ensureBucket,
  ensureLifecycle,
  ensureNamespace,
  takeWorkersDevName,
  workersDevName,
} from './provider/resources.ts'
import { findScript, openAddress, setSchedule } from './provider/scripts.ts'
import { ACCOUNTS_PER_PAGE, askAccounts, verifyToken, type ProviderAccount } from './provider/tokens.ts'
import type { KeptCloud } from '../connection/stored-cloud.ts'
import { awaitHealth, awaitKeys } from './await-worker.ts'
import { DEPLOY_SECRETS, type DeployContext } from './deploy-deps.ts'
import { DeployRefusal } from './deploy-refusal.ts'
import { bucketNameOf, workerUrlOf, type DeployProgress, type StepName } from './progress.ts'
import { openSecrets } from './deploy-secrets.ts'
import { requireNewOrTakenOver, uploadWorker } from './upload.ts'

export interface StepResult {
  readonly change?: Partial<DeployProgress>
  readonly cloud?: Partial<KeptCloud>
}

/** The cron that wakes the Worker once a minute. */
const CRON = '* * * * *'

export const STEP: Readonly<Record<StepName, (under: DeployContext) => Promise<StepResult>>> = {
  async token(under) {
    const token = await verifyToken(await apiOf(under), under.progress.accountId)
    if (token === null)
      throw new DeployRefusal('apiToken', deployRefusal('TOKEN_ENDED'), 'WORKER_DEPLOY_FAILED')
    return { change: { tokenId: token.id } }
  },
  async account(under) {
    return { change: { accountId: await chooseAccount(await apiOf(under), under.progress) } }
  },
  namespace: inAccount(async (api, id, { scriptName }) => ({
    change: { namespaceId: await ensureNamespace(api, id, scriptName) },
  })),
  bucket: inAccount((api, id, progress) => ensureBucket(api, id, bucketNameOf(progress))),
  lifecycle: inAccount((api, id, progress) => ensureLifecycle(api, id, bucketNameOf(progress))),
  address: inAccount(async (api, id, { askedName }) => ({
    change: { workersDevName: await findAddress(api, id, askedName) },
  })),
  secrets: chooseSecrets,
  async upload(under) {
    await uploadWorker(under, await apiOf(under))
    return {}
  },
  publish: inAccount((api, id, { scriptName }) => openAddress(api, id, scriptName)),
  schedule: inAccount((api, id, { scriptName }) => setSchedule(api, id, scriptName, CRON)),
  async health({ deps, progress }) {
    await awaitHealth(deps.provider, urlOf(progress))
    return {}
  },
  async keys(under) {
    const { workerKey, encryptionKey } = await openSecrets(under)
    const link = under.deps.createLink({ url: urlOf(under.progress), key: workerKey })
    await awaitKeys(under.deps.provider, link, { version: under.script.version, encryptionKey })
    return {}
  },
  async store(under) {
    // An update goes to the same Worker, also where the account has got another name below workers.dev.
    if (under.progress.mode === 'deploy') await leaveOtherWorker(under.deps, urlOf(under.progress))
    return { cloud: await whatToKeep(under) }
  },
  async accounts({ deps }) {
    await requireRegistration(deps)
    return {}
  },
}

/** A step that calls the provider for the account, which is known from the second step on. */
function inAccount(
  work: (api: ProviderApi, accountId: string, progress: DeployProgress) => Promise<StepResult | void>,
) {
  return async (under: DeployContext): Promise<StepResult> => {
    return (await work(await apiOf(under), idOf(under.progress), under.progress)) ?? {}
  }
}

/** True when the Worker that an earlier step has uploaded was deleted in the dashboard. */
export async function isWorkerGone(under: DeployContext): Promise<boolean> {
  const { done, scriptName } = under.progress
  if (done.upload === undefined) return false
  try {
    return (await findScript(await apiOf(under, 'brief'), idOf(under.progress), scriptName)) === null
  } catch {
    return false
  }
}

async function chooseAccount(api: ProviderApi, { accountId: asked, mode }: DeployProgress): Promise<string> {
  const reply = await askAccounts(api)
  const mayNotList = isRefusedWith(reply, ...PERMISSION_MISSING)
  if (reply.kind !== 'ok' && !mayNotList) throw new ProviderFailure(reply, 'Account Settings: Read')
  const accounts = reply.kind === 'ok' ? reply.value : []
  if (accounts.length === 0) {
    if (asked !== null) return asked
    throw new DeployRefusal('accountId', deployRefusal('ACCOUNTS_NOT_LISTED'))
  }
  const mayBeOneMore = accounts.length >= ACCOUNTS_PER_PAGE
  if (asked !== null && (mayBeOneMore || accounts.some(({ id }) => id === asked))) return asked
  const [only, ...others] = accounts
  if (asked === null && only && others.length === 0) return only.id
  // The Worker stays where it is: there is no account to choose.
  if (mode === 'redeploy') throw new DeployRefusal('apiToken', deployRefusal('NO_ACCESS_TO_WORKER'))
  const problem = asked === null ? 'SEVERAL_ACCOUNTS' : 'NO_ACCESS_TO_ACCOUNT'
  throw new DeployRefusal('accountId', deployRefusal(problem, { accounts: listed(accounts) }))
}

function listed(accounts: readonly ProviderAccount[]): SafeText {
  return safeSentence(accounts.map(({ id, name }) => `${id} (${name})`).join(', '))
}

/**
 * The account's name below workers.dev, or the requested one if it has none. It is permanent and shared by all of the account's
 * Workers: the user chooses it, once.
 */
async function findAddress(api: ProviderApi, accountId: string, asked: string | null): Promise<string> {
  const has = await workersDevName(api, accountId)
  if (has !== null) return has
  if (asked === null) throw new DeployRefusal('workersDevName', deployRefusal('ADDRESS_NEEDED'))
  const outcome = await takeWorkersDevName(api, accountId, asked)
  if (outcome === 'taken-by-us') return asked
  // A lost answer may have been a yes.
  if ((await workersDevName(api, accountId)) === asked) return asked
  const problem = outcome === 'taken' ? 'ADDRESS_TAKEN' : 'ADDRESS_REFUSED'
  throw new DeployRefusal('workersDevName', deployRefusal(problem))
}

/** Chooses the secrets: those of the Worker that already has this address, or new ones. Stored before they are used. */
async function chooseSecrets(under: DeployContext): Promise<StepResult> {
  const { deps, progress } = under
  const { vault, random, cloudSetup } = deps
  const before = await cloudSetup.cloudState()
  const isOurs = before.workerUrl === workerUrlOf(progress) || progress.mode === 'redeploy'
  if (!isOurs) await requireNewOrTakenOver(under, await apiOf(under))
  const fresh = () => toBase64Url(random.bytes(32))
  const workerKey = (isOurs ? before.workerKey : null) ?? fresh()
  const encryptionKey = (isOurs ? before.encryptionKey : null) ?? fresh()
  return {
    change: {
      sealedSecrets: {
        workerKey: await vault.seal(workerKey, DEPLOY_SECRETS.workerKey),
        encryptionKey: await vault.seal(encryptionKey, DEPLOY_SECRETS.encryptionKey),
      },
    },
  }
}

async function whatToKeep(under: DeployContext): Promise<Partial<KeptCloud>> {
  const { deps, progress, script } = under
  const url = urlOf(progress)
  const { workerKey, encryptionKey } = await openSecrets(under)
  const { bucket, workerUrl } = await deps.cloudSetup.cloudState()
  const isOwnBucket = bucket === null || bucket.name === bucketNameOf(progress)
  const isAnother = progress.mode === 'deploy' && workerUrl !== url
  return {
    worker: { url, key: workerKey, encryptionKey },
    // A bucket that the user chose instead stays chosen when the Worker is updated.
    ...((isAnother || isOwnBucket) && { bucket: await bucketOf(under, url) }),
    apiToken: await apiTokenOf(under),
    deployment: {
      accountId: idOf(progress),
      scriptName: progress.scriptName,
      namespaceId: progress.namespaceId,
      version: script.version,
    },
    verification: { workerUrl: url, at: deps.clock.now(), holds: true },
  }
}

/** The bucket's S3 key is derived from the token: its id, and a digest of it. */
async function bucketOf(under: DeployContext, publicUrl: string): Promise<NonNullable<KeptCloud['bucket']>> {
  const { progress } = under
  return {
    endpoint: `https://${idOf(progress)}.r2.cloudflarestorage.com`,
    name: bucketNameOf(progress),
    accessKeyId: progress.tokenId ?? '',
    secretAccessKey: await sha256Hex(await apiTokenOf(under)),
    publicUrl,
  }
}

async function apiOf(under: DeployContext, manner: 'brief' | 'patient' = 'patient'): Promise<ProviderApi> {
  return createProviderApi(under.deps.provider, await apiTokenOf(under), manner)
}

async function apiTokenOf({ deps, progress }: DeployContext): Promise<string> {
  const token = await deps.vault.open(progress.sealedApiToken, DEPLOY_SECRETS.apiToken)
  if (token === null) throw new CodedError('TOKEN_REQUIRED', 'Enter the Cloudflare API token again.')
  return token
}

/** Steps run in order, so this is known. */
function idOf({ accountId }: DeployProgress): string {
  if (accountId === null) throw new Error('the account is chosen first')
  return accountId
}

function urlOf(progress: DeployProgress): string {
  const url = workerUrlOf(progress)
  if (url === null) throw new Error('the address is found first')
  return url
}
