import type { Log, LogFields } from '../../../../ports/log.ts'

/** Stores something that the Worker has reported. False, with a line in the log, when that failed: it has to be reported again. */
export async function isStored(
  { log }: { readonly log: Pick<Log, 'error'> },
  [failure, fields]: readonly [failure: string, fields: LogFields],
  store: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await store()
    return true
  } catch (error) {
    log.error(failure, { ...fields, error })
    return false
  }
}
