// Every store on SQLite by the name that features know it by: once, for the server and for its tests. Writes wait for another
// program that holds the database; what is worth less than an answer in time does not.
import type { Log } from '../../core/ports/log.ts'
import type { Random } from '../../core/ports/random.ts'
import { createSqliteAccountStore } from './accounts/sqlite-account-store.ts'
import { createSqliteKeyStore } from './accounts/sqlite-key-store.ts'
import { createSqliteSessionStore } from './accounts/sqlite-session-store.ts'
import { createSqliteBucketObjects } from './cloud/sqlite-bucket-objects.ts'
import { createSqliteRegisteredAccounts } from './cloud/sqlite-cloud-accounts.ts'
import { createSqliteHandoverStore } from './cloud/sqlite-handover-store.ts'
import { createSqliteInsightStore } from './insights/sqlite-insight-store.ts'
import { createSqliteMediaStore } from './media/sqlite-media-store.ts'
import type { OpenDatabase } from './open-database.ts'
import { madeWithFirstUse } from './prepare-rows.ts'
import { createSqliteRepeatingJobs } from './posts/repeating-jobs.ts'
import { createSqlitePlannerStore } from './posts/sqlite-planner-store.ts'
import { createSqlitePostStore } from './posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from './posts/sqlite-publication-ledger.ts'
import { createSqliteRecurrenceStore } from './posts/sqlite-recurrence-store.ts'
import { createSqliteSlotStore } from './posts/sqlite-slot-store.ts'
import { createSqliteRepostStore } from './reposts/sqlite-repost-store.ts'
import { createSqliteEventStore } from './requests/sqlite-event-store.ts'
import { createSqliteImportedRows } from './requests/sqlite-imported-rows.ts'
import { createSqliteRequestStore } from './requests/sqlite-request-store.ts'
import { retryWhileLocked } from './retry-while-locked.ts'
import { createSqliteSettingsStore } from './settings/sqlite-settings-store.ts'

export function createStores(database: Pick<OpenDatabase, 'db' | 'raw'>, random: Random, log?: Log) {
  const { db } = database
  return {
    accounts: retrying(() => createSqliteAccountStore(db)),
    // Its trigger is there before the first write.
    events: retryWhileLocked(createSqliteEventStore(database)),
    handovers: retrying(() => createSqliteHandoverStore(db)),
    insights: retrying(() => createSqliteInsightStore(db)),
    importedRows: retrying(() => createSqliteImportedRows(db)),
    keys: retrying(() => createSqliteKeyStore(db), ['touch', 'addCalls', 'removeCallsBefore']),
    ledger: retrying(() => createSqlitePublicationLedger(db, log)),
    media: retrying(() => createSqliteMediaStore(db)),
    objects: retrying(() => createSqliteBucketObjects(db)),
    planner: retrying(() => createSqlitePlannerStore(db)),
    posts: retrying(() => createSqlitePostStore(db)),
    recurrences: retrying(() => createSqliteRecurrenceStore(db)),
    registeredAccounts: retrying(() => createSqliteRegisteredAccounts(db)),
    repeatingJobs: retrying(() => createSqliteRepeatingJobs(db, random)),
    reposts: retrying(() => createSqliteRepostStore(db)),
    requests: retrying(() => createSqliteRequestStore(db)),
    sessions: retrying(() => createSqliteSessionStore(db), ['extend']),
    settings: retrying(() => createSqliteSettingsStore(db)),
    slots: retrying(() => createSqliteSlotStore(db)),
  }
}

/** Its statements are prepared with the first call. */
function retrying<Store extends object>(create: () => Store, except?: readonly (keyof Store)[]): Store {
  return madeWithFirstUse(() => retryWhileLocked(create(), except))
}
