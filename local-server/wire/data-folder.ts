// The wiring of everything that lies in the data folder: rows, files, secrets, logs, and the hold on a copied one.
import { createTokenVault, type TokenVault } from '../../core/accounts/token-vault.ts'
import { createEarlierLives } from '../../core/publishing/already-live.ts'
import type { Log } from '../../core/ports/log.ts'
import type { QueueHold } from '../../core/ports/posts/queue-hold.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { composeMedia } from './media.ts'
import type { Config } from '../config.ts'
import { createDataStorage } from '../disk/data-storage.ts'
import { createDiskBlobStore } from '../disk/disk-blob-store.ts'
import { loadIdentity } from '../data-folder/identity.ts'
import { openLog } from '../log.ts'
import { nodeClock as clock } from '../node-clock.ts'
import { heldLedger, openQueueHold } from '../data-folder/queue-hold.ts'
import { withoutSandboxAccounts } from '../demo/sandbox-account.ts'
import { loadSecrets } from '../data-folder/secrets.ts'
import type { Db, OpenDatabase } from '../sqlite/open-database.ts'
import { revisionOf } from '../sqlite/revision.ts'
import { createSqliteRepeatingJobs } from '../sqlite/posts/repeating-jobs.ts'
import { createSqliteAccountStore } from '../sqlite/accounts/sqlite-account-store.ts'
import { createSqliteKeyStore } from '../sqlite/accounts/sqlite-key-store.ts'
import { createSqliteMediaStore } from '../sqlite/media/sqlite-media-store.ts'
import { createSqlitePrivateApiStore } from '../sqlite/reposts/sqlite-private-api-store.ts'
import { createSqlitePlannerStore } from '../sqlite/posts/sqlite-planner-store.ts'
import { createSqlitePostStore } from '../sqlite/posts/sqlite-post-store.ts'
import { createSqliteRecurrenceStore } from '../sqlite/posts/sqlite-recurrence-store.ts'
import { createSqliteSlotStore } from '../sqlite/posts/sqlite-slot-store.ts'
import { createSqlitePublicationLedger } from '../sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteRepostStore } from '../sqlite/reposts/sqlite-repost-store.ts'
import { createSqliteSessionStore } from '../sqlite/accounts/sqlite-session-store.ts'
import { createSqliteSettingsStore } from '../sqlite/settings/sqlite-settings-store.ts'
import { examineBeforeClaims, watchRows } from '../sqlite/quarantine/quarantine.ts'

export async function openFolder(config: Config, database: OpenDatabase) {
  const { dataDir, stateDir, searchPath } = config
  const world = { clock, random, log: openLog(dataDir) }
  const examineRows = watchRows({ ...world, db: database.db })
  const secrets = loadSecrets(dataDir, random)
  const vault = await createTokenVault(secrets.tokenKey, random)
  const hold = openQueueHold({ dataDir, stateDir, database, ...world })
  const { settings, ...stores } = openStores(database.db, config, { hold, vault, log: world.log })
  const blobs = createDiskBlobStore(dataDir)
  const revision = revisionOf(database.raw, random)
  const ledger = examineBeforeClaims(stores.ledger, examineRows)
  const earlierLives = createEarlierLives({
    startedAt: clock.now(),
    confirmedAt: hold.confirmedAt,
    listUnpublished: ledger.listUnpublished,
  })
  const storage = createDataStorage(dataDir, clock)
  const rows = { ledger, examineRows, revision, earlierLives, db: database.db }
  const kept = { ...world, ...stores, ...rows, vault, hold, settings, blobs, storage }
  const media = composeMedia(searchPath, blobs, { media: stores.media, ...world })
  return {
    kept,
    secrets,
    sessionRows: createSqliteSessionStore(database.db),
    media,
    identity: loadIdentity(database.db, random),
  }
}

export type Kept = Awaited<ReturnType<typeof openFolder>>['kept']

/** What is kept in rows. */
function openStores(
  db: Db,
  config: Config,
  { hold, vault, log }: { readonly hold: QueueHold; readonly vault: TokenVault; readonly log: Log },
) {
  const accounts = createSqliteAccountStore(db)
  return {
    accounts: config.sandbox ? accounts : withoutSandboxAccounts(accounts),
    ledger: heldLedger(createSqlitePublicationLedger(db, log), hold),
    repeatingJobs: createSqliteRepeatingJobs(db, random),
    media: createSqliteMediaStore(db),
    posts: createSqlitePostStore(db),
    planner: createSqlitePlannerStore(db),
    slots: createSqliteSlotStore(db),
    recurrences: createSqliteRecurrenceStore(db),
    keys: createSqliteKeyStore(db),
    settings: createSqliteSettingsStore(db),
    reposts: createSqliteRepostStore(db),
    privateApi: createSqlitePrivateApiStore(db, vault),
  }
}
