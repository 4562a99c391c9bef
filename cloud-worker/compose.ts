// Puts the Worker together for whatever runs it: the app that answers requests, and the objects behind it.
import { createWorkerModules } from '../core/engine/worker/worker-modules.ts'
import { createWorkerApp } from '../core/http/worker/worker-app.ts'
import { createOfficialSource } from '../core/engine/platform/mentions/official-source.ts'
import type { SchedulerApi } from '../core/engine/worker/scheduler-api.ts'
import type { MediaObjects } from '../core/ports/cloud/media-objects.ts'
import { webCryptoRandom } from '../core/random.ts'
import { checkAccount } from '../core/engine/reposts/check-account.ts'
import { createEngine, type EngineAdapters } from './engine.ts'
import { createAccountObject, type AccountObject } from './index/account-object.ts'
import { createIndexObject, type IndexObject } from './index/index-object.ts'
import type { IndexApi } from './index/reporter.ts'
import type { CronRuns } from './invocations.ts'
import { within } from './runtime.ts'

/** The index as the entry and the objects of accounts call it; each call is a request of its own. */
export type Index = SchedulerApi & CronRuns & IndexApi

/** What every part of the Worker has of its runtime. */
export interface Host extends Pick<EngineAdapters, 'kv' | 'version' | 'keys' | 'clock' | 'log'> {
  readonly media: MediaObjects
  index(): Index
}

/** What an object has in addition. */
export interface ObjectHost extends Host, Omit<EngineAdapters, 'media' | 'index' | 'random' | 'reposts'> {
  readonly isIndex: boolean
  /** Another object. Its answer is a copy, which nobody has to dispose of. */
  account(accountId: string): AccountObject
}

export function composeApp(host: Host, workerKey: string | null) {
  const { kv, media, version, clock, log } = host
  const keyId = async () => (await host.keys())?.id ?? null
  const modules = createWorkerModules({ scheduler: host.index(), kv, media, version, keyId, clock, log })
  return createWorkerApp(modules, { clock, log, workerKey })
}

/** What an object is: the index, or that of one account. */
export function composeObject(
  host: ObjectHost,
):
  | { readonly index: IndexObject; readonly account: null }
  | { readonly index: null; readonly account: AccountObject } {
  const { sql, clock, log, inBackground } = host
  const reposts = { check: checkAccount, createSource: createOfficialSource }
  const report: IndexApi['report'] = (...reported) => host.index().report(...reported)
  const index = host.isIndex ? null : { report }
  const engine = createEngine({ ...host, random: webCryptoRandom, reposts, index })
  return host.isIndex
    ? { index: createIndexObject({ sql, engine, objectOf: host.account, within, clock, log }), account: null }
    : { index: null, account: createAccountObject({ sql, engine, log, inBackground }) }
}
