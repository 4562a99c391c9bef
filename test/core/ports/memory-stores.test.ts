// The fakes keep the promises of their ports: what a test learns with them holds for the real stores.
import type { AccountRecord } from '../../../core/ports/account-store.ts'
import type { SessionRecord } from '../../../core/ports/session-store.ts'
import { describeAccountStore } from '../../contracts/account-store.contract.ts'
import { describeHandoverStore } from '../../contracts/handover-store.contract.ts'
import { describeManyChanges } from '../../contracts/many-changes.contract.ts'
import { describePostCommands } from '../../contracts/post-commands.contract.ts'
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
import { createMemoryAccountStore } from '../../fakes/memory-account-store.ts'
import {
  createMemoryBucketObjects,
  createMemoryHandoverStore,
} from '../../fakes/cloud/memory-handover-store.ts'
import { createMemoryMediaStore } from '../../fakes/media/memory-media-store.ts'
import { newMemoryPosts } from '../../fakes/posts/memory-posts.ts'
import { createMemoryRecurrenceStore } from '../../fakes/posts/memory-recurrence-store.ts'
import { createMemorySlotStore } from '../../fakes/posts/memory-slot-store.ts'
import { createMemoryPosts } from '../../fakes/posts/memory-publication-ledger.ts'
import { createMemoryRepeatingJobs } from '../../fakes/memory-repeating-jobs.ts'
import { createMemoryRepostStore } from '../../fakes/reposts/memory-repost-store.ts'
import { createMemoryRequestStore } from '../../fakes/memory-request-store.ts'
import { createMemorySessionStore } from '../../../core/features/sessions/memory-session-store.ts'
import { createMemorySettingsStore } from '../../fakes/memory-settings-store.ts'

describeSessionStore('the memory store', async () => {
  const records = new Map<string, SessionRecord>()
  return { a: createMemorySessionStore(records), b: createMemorySessionStore(records) }
})

describeAccountStore('the memory store', async () => {
  const records: AccountRecord[] = []
  return { a: createMemoryAccountStore(records), b: createMemoryAccountStore(records) }
})

describeSettingsStore('the memory store', async () => {
  const values = new Map<string, string>()
  return { a: createMemorySettingsStore(values), b: createMemorySettingsStore(values) }
})

async function openPublishingStores() {
  const data = newMemoryPosts()
  const handle = () => ({
    accounts: createMemoryAccountStore(data.accounts),
    media: createMemoryMediaStore(data.media, data.requests),
    ...createMemoryPosts(data),
    handovers: createMemoryHandoverStore(data),
    objects: createMemoryBucketObjects(data),
    reposts: createMemoryRepostStore(data),
    slots: createMemorySlotStore(data),
    recurrences: createMemoryRecurrenceStore(data),
    requests: createMemoryRequestStore(data.requests),
  })
  return { a: handle(), b: handle() }
}

describePostStore('the memory store', openPublishingStores)
describePublicationLedger('the memory ledger', openPublishingStores)
describePostCommands('the memory ledger', openPublishingStores)
describeManyChanges('the memory ledger', openPublishingStores)
describeHandoverStore('memory', openPublishingStores)
describeScheduledPosts('the memory ledger', openPublishingStores)
describeSlotStore('the memory store', openPublishingStores)
describeRecurrenceStore('the memory store', openPublishingStores)
describeRequestStore('the memory store', openPublishingStores)
describeRepostCommands('memory', openPublishingStores)

describeRepostStore('the memory store', async () => {
  const data = newMemoryPosts()
  return { a: createMemoryRepostStore(data), b: createMemoryRepostStore(data) }
})

describeRepeatingJobs('memory', async () => {
  const rows: Parameters<typeof createMemoryRepeatingJobs>[0] = new Map()
  return { a: createMemoryRepeatingJobs(rows), b: createMemoryRepeatingJobs(rows) }
})
