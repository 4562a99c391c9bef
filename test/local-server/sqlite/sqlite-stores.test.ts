// Every port on SQLite, through two connections to one file.
import { describeAccountStore } from '../../contracts/account-store.contract.ts'
import { describeEventStore } from '../../contracts/event-store.contract.ts'
import { describeHandoverStore } from '../../contracts/handover-store.contract.ts'
import { describeKeyStore } from '../../contracts/key-store.contract.ts'
import { describeMediaStore } from '../../contracts/media-store.contract.ts'
import { describeManyChanges } from '../../contracts/many-changes.contract.ts'
import { describePostCommands } from '../../contracts/post-commands.contract.ts'
import { describePlannerStore } from '../../contracts/planner-store.contract.ts'
import { describePostStore } from '../../contracts/post-store.contract.ts'
import { describeScheduledPosts } from '../../contracts/scheduled-posts.contract.ts'
import { describePublicationLedger } from '../../contracts/publication-ledger.contract.ts'
import { describeRepeatingJobs } from '../../contracts/repeating-jobs.contract.ts'
import { describeRepostCommands } from '../../contracts/repost-commands.contract.ts'
import { describeRequestStore } from '../../contracts/request-store.contract.ts'
import { describeRepostStore } from '../../contracts/repost-store.contract.ts'
import { describeSessionStore } from '../../contracts/session-store.contract.ts'
import { describeRecurrenceStore } from '../../contracts/recurrence-store.contract.ts'
import { describeSlotStore } from '../../contracts/slot-store.contract.ts'
import { describeSettingsStore } from '../../contracts/settings-store.contract.ts'
import type { Db, OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { createSqliteRepeatingJobs } from '../../../local-server/sqlite/posts/repeating-jobs.ts'
import { createSqliteAccountStore } from '../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqliteBucketObjects } from '../../../local-server/sqlite/cloud/sqlite-bucket-objects.ts'
import { createSqliteHandoverStore } from '../../../local-server/sqlite/cloud/sqlite-handover-store.ts'
import { createSqliteKeyStore } from '../../../local-server/sqlite/accounts/sqlite-key-store.ts'
import { createSqliteMediaStore } from '../../../local-server/sqlite/media/sqlite-media-store.ts'
import { createSqlitePlannerStore } from '../../../local-server/sqlite/posts/sqlite-planner-store.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqliteRecurrenceStore } from '../../../local-server/sqlite/posts/sqlite-recurrence-store.ts'
import { createSqliteSlotStore } from '../../../local-server/sqlite/posts/sqlite-slot-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteEventStore } from '../../../local-server/sqlite/requests/sqlite-event-store.ts'
import { createSqliteRequestStore } from '../../../local-server/sqlite/requests/sqlite-request-store.ts'
import { createSqliteRepostStore } from '../../../local-server/sqlite/reposts/sqlite-repost-store.ts'
import { createSqliteSessionStore } from '../../../local-server/sqlite/accounts/sqlite-session-store.ts'
import { createSqliteSettingsStore } from '../../../local-server/sqlite/settings/sqlite-settings-store.ts'
import { openTwo } from './open-two.ts'

function opening<Store>(create: (db: Db) => Store) {
  return async () => {
    const { a, b, close } = openTwo()
    return { a: create(a.db), b: create(b.db), close }
  }
}

const publishingStores = (db: Db) => ({
  accounts: createSqliteAccountStore(db),
  media: createSqliteMediaStore(db),
  posts: createSqlitePostStore(db),
  ledger: createSqlitePublicationLedger(db),
  handovers: createSqliteHandoverStore(db),
  objects: createSqliteBucketObjects(db),
  reposts: createSqliteRepostStore(db),
  planner: createSqlitePlannerStore(db),
  slots: createSqliteSlotStore(db),
  recurrences: createSqliteRecurrenceStore(db),
  requests: createSqliteRequestStore(db),
})
const openPublishingStores = opening(publishingStores)

describeKeyStore('SQLite', opening(createSqliteKeyStore))
describeSessionStore('SQLite', opening(createSqliteSessionStore))
describeSettingsStore('SQLite', opening(createSqliteSettingsStore))
describeAccountStore('SQLite', opening(createSqliteAccountStore))
describeMediaStore('SQLite', opening(createSqliteMediaStore))
describePostStore('SQLite', openPublishingStores)
describePlannerStore('SQLite', openPublishingStores)
describePublicationLedger('SQLite', openPublishingStores)
describePostCommands('SQLite', openPublishingStores)
describeManyChanges('SQLite', openPublishingStores)
describeHandoverStore('SQLite', openPublishingStores)
describeScheduledPosts('SQLite', openPublishingStores)
describeSlotStore('SQLite', openPublishingStores)
describeRecurrenceStore('SQLite', openPublishingStores)
describeRequestStore('SQLite', openPublishingStores)
describeEventStore('SQLite', async () => {
  const { a, b, close } = openTwo()
  const create = (opened: OpenDatabase) => ({
    ...publishingStores(opened.db),
    events: createSqliteEventStore(opened),
  })
  return { a: create(a), b: create(b), close }
})
describeRepostStore('SQLite', opening(createSqliteRepostStore))
describeRepostCommands('SQLite', openPublishingStores)
describeRepeatingJobs(
  'SQLite',
  opening((db) => createSqliteRepeatingJobs(db, webCryptoRandom)),
)
