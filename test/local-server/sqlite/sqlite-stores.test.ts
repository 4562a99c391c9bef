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
import { describeSettingsStore } from '../../contracts/settings-store.contract.ts'
import { openTwoStores, type Stores } from './open-two.ts'

const opening =
  <Store>(storeOf: (stores: Stores) => Store) =>
  async () => {
    const { a, b, close } = openTwoStores()
    return { a: storeOf(a), b: storeOf(b), close }
  }

const openAll = opening((stores) => stores)

describeKeyStore(
  'SQLite',
  opening(({ keys }) => keys),
)
describeSessionStore(
  'SQLite',
  opening(({ sessions }) => sessions),
)
describeSettingsStore(
  'SQLite',
  opening(({ settings }) => settings),
)
describeAccountStore(
  'SQLite',
  opening(({ accounts }) => accounts),
)
describeMediaStore(
  'SQLite',
  opening(({ media }) => media),
)
describeRepostStore(
  'SQLite',
  opening(({ reposts }) => reposts),
)
describeRepeatingJobs(
  'SQLite',
  opening(({ repeatingJobs }) => repeatingJobs),
)
describePostStore('SQLite', openAll)
describePlannerStore('SQLite', openAll)
describePublicationLedger('SQLite', openAll)
describePostCommands('SQLite', openAll)
describeManyChanges('SQLite', openAll)
describeHandoverStore('SQLite', openAll)
describeScheduledPosts('SQLite', openAll)
describeRequestStore('SQLite', openAll)
describeEventStore('SQLite', openAll)
describeRepostCommands('SQLite', openAll)
