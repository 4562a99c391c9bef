// The scheduler as requests call it. An object that does not answer (its quota is spent, it is being moved, its
// storage fails) is reported as such, so that callers know that only this part is down.
import { CodedError } from '../../errors.ts'
import type { Log } from '../../ports/log.ts'
import type { SchedulerApi } from '../../ports/cloud/scheduler-api.ts'

const OBJECT_IS_SILENT =
  'The Worker’s scheduler does not answer. If a daily quota is used up, it answers again after midnight UTC.'

/** Each call rejects with CLOUD_ERROR when the object does not answer. */
export function withCloudErrors(scheduler: SchedulerApi, log: Log): SchedulerApi {
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
    openJobs: () => answering(scheduler.openJobs()),
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
export async function callOrSecondCopy<T>(call: Promise<T>, read: () => Promise<T | null>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'CLOUD_ERROR') throw error
    const found = await read().catch(() => null)
    if (found === null) throw error
    return found
  }
}
