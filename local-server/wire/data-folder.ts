// The wiring of everything that lies in the data folder: rows, files, secrets, logs, and the hold on a copied one.
import { createTokenVault } from '../../core/engine/access/token-vault.ts'
import type { Log } from '../../core/ports/log.ts'
import { createRunningTime } from '../../core/running-time.ts'
import { createEarlierRuns } from '../../core/engine/publishing/restored/already-live.ts'
import type { Config } from '../config.ts'
import { createDataStorage } from '../disk/data-storage.ts'
import { loadIdentity } from '../data-folder/identity.ts'
import { heldLedger, openQueueHold } from '../data-folder/queue-hold.ts'
import { withoutSandboxAccounts } from '../demo/sandbox-account.ts'
import { loadSecrets } from '../data-folder/secrets.ts'
import type { OpenDatabase } from '../sqlite/open-database.ts'
import { BRIEFLY, retryWrite } from '../sqlite/retry-while-locked.ts'
import { revisionOf } from '../sqlite/revision.ts'
import { createStores } from '../sqlite/stores.ts'
import { madeWithFirstUse } from '../sqlite/prepare-rows.ts'
import { prepareAttentionQuery } from '../sqlite/posts/sqlite-publication-ledger.ts'
import { createSqlitePrivateApiStore } from '../sqlite/reposts/sqlite-private-api-store.ts'
import { prepareLostPlans } from '../sqlite/quarantine/lost-plans.ts'
import { examineBeforeClaims, watchRows } from '../sqlite/quarantine/quarantine.ts'
import type { Edges } from './edges.ts'

export async function openFolder(
  { dataDir, stateDir, sandbox }: Config,
  database: OpenDatabase,
  { clock, random, openLog, createBlobStore }: Edges,
) {
  const { db, raw } = database
  const commit = () => retryWrite(database.commitNothing, BRIEFLY)
  const storage = createDataStorage(dataDir, { clock, commit, isInPlace: database.isInPlace })
  const log = notingErrors(openLog(dataDir), storage.note)
  const examineRows = watchRows({ db, clock, random, log })
  const { tokenKey, areNew: areSecretsNew, ...loginSecrets } = loadSecrets(dataDir, random)
  const vault = await createTokenVault(tokenKey, random)
  const hold = openQueueHold({ dataDir, stateDir, database, clock, random, log })
  const { sessions, handovers: handoverStore, ...stores } = createStores(database, random, log)
  const { accounts, settings } = stores
  // Without a sound database we no longer know what has been published.
  const isHeld = () => hold.current() !== null || !storage.isSound()
  const ledger = madeWithFirstUse(() => examineBeforeClaims(heldLedger(stores.ledger, isHeld), examineRows))
  const folder = {
    ...stores,
    handoverStore,
    ...loadIdentity(db, random),
    log,
    areSecretsNew,
    vault,
    hold,
    accounts: sandbox ? accounts : withoutSandboxAccounts(accounts),
    listSandboxAccountIds: async () =>
      (await accounts.list()).filter(({ isSandbox }) => isSandbox).map(({ id }) => id),
    ledger,
    needsAttention: prepareAttentionQuery(db),
    privateApi: createSqlitePrivateApiStore(db, vault),
    running: createRunningTime({ settings, clock }),
    blobs: createBlobStore(dataDir),
    storage,
    listLostPlans: prepareLostPlans(db),
    revision: revisionOf(raw, random),
    earlierRuns: createEarlierRuns({ clock, ledger }),
    /** Looks for rows that somebody else has written meanwhile. */
    examineRows,
    isInPlace: database.isInPlace,
    checkDatabase: database.check,
  }
  return { folder, login: { ...loginSecrets, sessions } }
}

/** Every failure of a request or a loop reaches the log, where storage trouble is noted. */
function notingErrors(log: Log, note: (error: unknown) => void): Log {
  return {
    ...log,
    warn(message, fields) {
      note(fields?.['error'])
      log.warn(message, fields)
    },
    error(message, fields) {
      note(fields?.['error'])
      log.error(message, fields)
    },
  }
}

type Opened = Awaited<ReturnType<typeof openFolder>>
export type Folder = Opened['folder']
/** The keys to a login and its sessions: for the module of sessions alone. */
export type LoginRows = Opened['login']
