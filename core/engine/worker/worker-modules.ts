// What the Worker can do, as its routes call it. The object decides; while it does not answer, the second copy in KV
// reports what it knows. Everything rejects with CodedError.
import { CodedError } from '../../coded-error.ts'
import type { ErrorCode } from '../../errors.ts'
import { isLoopback } from '../platform/sandbox-hosts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { KvMirror } from '../../ports/cloud/kv-mirror.ts'
import type { MediaObjects } from '../../ports/cloud/media-objects.ts'
import type { AccountTrouble, SchedulerApi } from './scheduler-api.ts'
import type { Log } from '../../ports/log.ts'
import type {
  AccountEnvelope,
  CancelPurpose,
  JobEnvelope,
  RepostClaimRequest,
  RepostEnvelope,
} from './protocol.ts'
import { jobFromSecondCopy, statusFromSecondCopy, type SecondCopyDeps } from './second-copy.ts'

export interface WorkerDeps extends SecondCopyDeps {
  readonly scheduler: SchedulerApi
  readonly media: MediaObjects
  readonly clock: Clock
  readonly log: Log
}

export function createWorkerModules(deps: WorkerDeps) {
  const scheduler = withCloudErrors(deps.scheduler, deps.log)
  return {
    jobs: createJobs(scheduler, deps, deps.clock),
    accounts: createAccounts(scheduler),
    reposts: createReposts(scheduler),
    entries: createEntries(deps.kv),
    media: deps.media,
  }
}

export type WorkerModules = ReturnType<typeof createWorkerModules>

const OBJECT_IS_SILENT =
  'The Worker’s scheduler does not answer. If a daily quota is used up, it answers again after midnight UTC.'

/**
 * The scheduler whose calls reject with CLOUD_ERROR when the object does not answer (its quota is spent, it is being moved, its
 * storage fails), so that callers know that only this part is down.
 */
function withCloudErrors(scheduler: SchedulerApi, log: Log): SchedulerApi {
  const answering = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      log.error('the scheduler does not answer', { error })
      throw new CodedError('CLOUD_ERROR', OBJECT_IS_SILENT, { cause: error })
    }
  }
  return {
    status: () => answering(scheduler.status()),
    openJobs: (...args) => answering(scheduler.openJobs(...args)),
    job: (...args) => answering(scheduler.job(...args)),
    putJob: (...args) => answering(scheduler.putJob(...args)),
    cancelJob: (...args) => answering(scheduler.cancelJob(...args)),
    putAccount: (...args) => answering(scheduler.putAccount(...args)),
    removeAccount: (...args) => answering(scheduler.removeAccount(...args)),
    delegateReposts: (...args) => answering(scheduler.delegateReposts(...args)),
    recallReposts: (...args) => answering(scheduler.recallReposts(...args)),
    claimRepost: (...args) => answering(scheduler.claimRepost(...args)),
    changes: (...args) => answering(scheduler.changes(...args)),
  }
}

/** Resolves with what the second copy knows; otherwise rejects with the object's error. */
async function callOrSecondCopy<T>(call: Promise<T>, read: () => Promise<T | null>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'CLOUD_ERROR') throw error
    const found = await read().catch(() => null)
    if (found === null) throw error
    return found
  }
}

function createJobs(scheduler: SchedulerApi, secondCopy: SecondCopyDeps, clock: Clock) {
  return {
    readStatus: () =>
      callOrSecondCopy(scheduler.status(), () => statusFromSecondCopy(secondCopy, clock.now())),
    listChanges: (...args: Parameters<SchedulerApi['changes']>) => scheduler.changes(...args),
    /** Jobs that have not ended. */
    list: (isBrief: boolean) => scheduler.openJobs(isBrief),
    /** `accountId` finds it in the second copy, too. */
    async show(id: string, accountId: string | null) {
      // What the copy does not know may exist anyway: only the object can say that it does not.
      const job = await callOrSecondCopy(scheduler.job(id), () =>
        jobFromSecondCopy(secondCopy, { jobId: id, accountId }, clock.now()),
      )
      if (job === null) throw new CodedError('NOT_FOUND', 'Job not found.')
      return job
    },
    put: async (envelope: JobEnvelope) => requireNoTrouble(await scheduler.putJob(envelope)),
    cancel: (id: string, purpose?: CancelPurpose) => scheduler.cancelJob(id, purpose),
  }
}

function createAccounts(scheduler: SchedulerApi) {
  return {
    async put(account: AccountEnvelope) {
      // Its token is sent to its sandbox, which only exists on this computer.
      if (account.sandboxUrl !== null && !isLoopback(account.sandboxUrl))
        throw new CodedError('VALIDATION_ERROR', 'A sandbox must have a loopback address.')
      await scheduler.putAccount(account)
    },
    remove: (id: string) => scheduler.removeAccount(id),
  }
}

function createReposts(scheduler: SchedulerApi) {
  return {
    async delegate(envelope: RepostEnvelope) {
      // The private API is called from the owner's own computer, or not at all.
      if (envelope.config.source !== 'official')
        throw new CodedError('VALIDATION_ERROR', 'The Worker reads mentions from the official source only.')
      return requireNoTrouble(await scheduler.delegateReposts(envelope))
    },
    async recall(accountId: string, revision: number) {
      const recalled = await scheduler.recallReposts(accountId, revision)
      if (recalled === null) throw new CodedError('NOT_FOUND', 'The Worker does not have this account.')
      return recalled
    },
    async claim(accountId: string, request: RepostClaimRequest) {
      const claim = await scheduler.claimRepost(accountId, request)
      if (claim === null) throw new CodedError('NOT_FOUND', 'Mention not found.')
      return claim
    },
  }
}

const META = 'meta:'
/** There are only a few; each read is one operation. */
const MOST_META = 20

/** The entries of KV, for people who inspect them and clean up. */
function createEntries(kv: KvMirror) {
  return {
    list: (prefix: string) =>
      callKv(async () => {
        const { names, isComplete } = await kv.list(prefix)
        const meta = names.filter((name) => name.startsWith(META)).slice(0, MOST_META)
        const values = await Promise.all(meta.map(async (name) => [name, await kv.get(name)] as const))
        const metaValues = Object.fromEntries(
          values.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
        )
        return { keys: names.map((name) => ({ name })), isComplete, metaValues }
      }),
    put: (key: string, value: string) => callKv(() => kv.put(key, value)),
    remove: (key: string) => callKv(() => kv.remove(key)),
  }
}

/** The provider's own failures, a spent quota among them. */
async function callKv<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    const message = 'The key-value store failed. Its daily quota may be used up: try again later.'
    throw new CodedError('CLOUD_ERROR', message, { cause })
  }
}

const TROUBLES: Readonly<Record<AccountTrouble, [ErrorCode, string]>> = {
  'unknown account': ['NOT_FOUND', 'The Worker does not know this account. Send it the account first.'],
  'sealed token': [
    'ENCRYPTION_KEY_MISMATCH',
    'The Worker cannot read the account’s token: its encryption key differs from the server’s.',
  ],
}

function requireNoTrouble<T extends object>(answer: T | AccountTrouble): T {
  if (typeof answer === 'string') throw new CodedError(...TROUBLES[answer])
  return answer
}
