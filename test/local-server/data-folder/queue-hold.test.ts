// When a data folder is what it was, and when its queue is held. Folders and databases are real; nothing listens.
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, describe, it } from 'vitest'
import { webCryptoRandom as random } from '../../../core/random.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { DAY, HOUR } from '../../../core/time.ts'
import { difference, findPlace, type Place } from '../../../local-server/data-folder/data-folder-place.ts'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openQueueHold } from '../../../local-server/data-folder/queue-hold.ts'
import { changeInstance, readInstance } from '../../../local-server/sqlite/settings/instance-values.ts'
import { createSqliteHandoverStore } from '../../../local-server/sqlite/cloud/sqlite-handover-store.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteRepostStore } from '../../../local-server/sqlite/reposts/sqlite-repost-store.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { aCloudPost, aHandover, AT_WORKER } from '../../contracts/handover-builders.ts'
import { aJob, aPost } from '../../factories.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { aRepostConfig, aRepostRecord } from '../../fakes/reposts/repost-records.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const clock = createManualClock()

function aFolder(): string {
  const dataDir = join(newFolder(), 'data')
  mkdirSync(dataDir)
  return dataDir
}

function openHold(dataDir: string) {
  const database = openDatabase(join(dataDir, 'nightpost.db'), migrationsDir)
  const stateDir = stateOf(dataDir)
  return {
    database,
    hold: openQueueHold({ dataDir, stateDir, database, clock, random, log: createMemoryLog() }),
  }
}

/** One life of a server on the folder. What it says of the queue. */
function start(dataDir: string, end: 'stop' | 'kill' | 'confirm' = 'stop') {
  const { database, hold } = openHold(dataDir)
  const found = hold.current()
  if (end === 'confirm') void hold.release()
  if (end !== 'kill') hold.stopped()
  database.close()
  return found
}

/** Outside the data folder, and the same for all that lie beside it. */
const stateOf = (dataDir: string) => join(dirname(dataDir), 'state')

/** Everything inside, while the folder itself stays what it is. */
function putBack(backup: string, dataDir: string): void {
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true })
  cpSync(backup, dataDir, { recursive: true, preserveTimestamps: true })
}

const record = (dataDir: string) => join(dataDir, 'instance.json')
const database = (dataDir: string) => join(dataDir, 'nightpost.db')
const backUp = (dataDir: string) => copyFileSync(database(dataDir), join(dataDir, 'backup.db'))
const restore = (dataDir: string) => copyFileSync(join(dataDir, 'backup.db'), database(dataDir))

describe('a hold', () => {
  it('marks from its start on every post with a hand-over: its recall may have been answered before', async () => {
    const dataDir = aFolder()
    start(dataDir)
    const opened = openDatabase(database(dataDir), migrationsDir)
    const post = aCloudPost({ handover: 'cloud' })
    const atWorker = aHandover(post, AT_WORKER)
    await createSqliteHandoverStore(opened.db).accept(post, atWorker)
    opened.close()
    expect(start(inPlaceOf(dataDir))).not.toBeNull()
    const { db, close } = openDatabase(database(dataDir), migrationsDir)
    const found = await createSqliteHandoverStore(db).get(atWorker.id)
    close()
    expect(found).toMatchObject({ version: 2, soughtSince: atWorker.createdAt })
  })

  it('widens the mark of a post that is sought from its own time on: it may have gone out earlier', async () => {
    const dataDir = aFolder()
    start(dataDir)
    const opened = openDatabase(database(dataDir), migrationsDir)
    const post = aCloudPost({ handover: 'cloud' })
    const late = { ...aHandover(post, AT_WORKER), publishAt: clock.now() + HOUR }
    await createSqliteHandoverStore(opened.db).accept(post, { ...late, soughtSince: late.publishAt })
    opened.close()
    expect(start(inPlaceOf(dataDir))).not.toBeNull()
    const { db, close } = openDatabase(database(dataDir), migrationsDir)
    const found = await createSqliteHandoverStore(db).get(late.id)
    close()
    expect(found?.soughtSince).toBe(late.createdAt)
  })
})

describe('a release', () => {
  it('marks every post that waits, from the time on at which it was accepted', async () => {
    const dataDir = aFolder()
    start(dataDir)
    const opened = openDatabase(database(dataDir), migrationsDir)
    const ledger = createSqlitePublicationLedger(opened.db)
    const post = aPost({ isScheduled: true, status: 'SCHEDULED', scheduledFor: clock.now() + 9 * HOUR })
    const job = {
      runAt: clock.now() + 9 * HOUR,
      wakeAt: clock.now() + 9 * HOUR,
      createdAt: clock.now() - HOUR,
    }
    await ledger.accept(post, aJob(post, job))
    opened.close()
    expect(start(inPlaceOf(dataDir), 'confirm')).not.toBeNull()
    const { raw, close } = openDatabase(database(dataDir), migrationsDir)
    const marks = raw.prepare('select sought_since from jobs').pluck().all()
    close()
    expect(marks).toEqual([job.createdAt])
    expect(start(dataDir)).toBeNull()
  })

  it('is followed by a look for each draft from before that is sent, during the hold or later, and for no newer one', async () => {
    const dataDir = aFolder()
    start(dataDir)
    const opened = openDatabase(database(dataDir), migrationsDir)
    const [during, later] = [aPost({ status: 'DRAFT' }), aPost({ status: 'DRAFT' })]
    const failed = aPost({ status: 'FAILED' })
    for (const draft of [during, later, failed])
      await createSqlitePublicationLedger(opened.db).saveDraft(draft)
    opened.close()
    clock.advance(DAY)
    const put = inPlaceOf(dataDir)
    expect(start(put)).not.toBeNull()
    const send = async (draft: PostRecord) => {
      const { db, raw, close } = openDatabase(database(put), migrationsDir)
      const job = aJob(draft, { createdAt: clock.now() })
      const queued = { post: { ...draft, status: 'QUEUED' as const }, job: { kind: 'new' as const, job } }
      await createSqlitePublicationLedger(db).update(draft.id, () => queued)
      const mark: unknown = raw.prepare('select sought_since from jobs where id = ?').pluck().get(job.id)
      close()
      return mark
    }
    expect(await send(during)).toBe(during.updatedAt)
    start(put, 'confirm')
    expect(await send(later)).toBe(during.updatedAt)
    // Retried, it carries a mark of its own where it needs one.
    expect(await send(failed)).toBeNull()
    const again = openDatabase(database(put), migrationsDir)
    const newer = aPost({ status: 'DRAFT', createdAt: clock.now(), updatedAt: clock.now() })
    await createSqlitePublicationLedger(again.db).saveDraft(newer)
    again.close()
    expect(await send(newer)).toBeNull()
  })

  it('recalls the posts on their way to the Worker, which may have them, and leaves with it those that it has', async () => {
    const dataDir = aFolder()
    start(dataDir)
    const opened = openDatabase(database(dataDir), migrationsDir)
    const handovers = createSqliteHandoverStore(opened.db)
    const [onItsWay, there] = [aCloudPost(), aCloudPost({ handover: 'cloud' })]
    const [local, atWorker] = [aHandover(onItsWay), aHandover(there, AT_WORKER)]
    await handovers.accept(onItsWay, local)
    await handovers.accept(there, atWorker)
    opened.close()
    expect(start(inPlaceOf(dataDir), 'confirm')).not.toBeNull()
    const { db, close } = openDatabase(database(dataDir), migrationsDir)
    const after = createSqliteHandoverStore(db)
    const found = [await after.get(local.id), await after.get(atWorker.id)]
    const posts = createSqlitePostStore(db)
    const owners = [await posts.get(onItsWay.id), await posts.get(there.id)].map((one) => one?.handover)
    const due = (await after.due(clock.now())).map(({ id }) => id)
    close()
    expect(found).toMatchObject([
      { ownership: { state: 'recalling' }, asked: { to: 'local' }, version: 3, soughtSince: local.createdAt },
      { ownership: AT_WORKER.ownership, asked: null, version: 2, soughtSince: atWorker.createdAt },
    ])
    expect([owners, due]).toEqual([['pending', 'cloud'], expect.arrayContaining([local.id])])
  })

  it('marks again what the cloud still had during the hold: until now the run elsewhere may have gone on', async () => {
    const dataDir = aFolder()
    start(dataDir)
    const { database, hold } = openHold(inPlaceOf(dataDir))
    const handovers = createSqliteHandoverStore(database.db)
    const post = aCloudPost({ handover: 'cloud' })
    const atWorker = aHandover(post, AT_WORKER)
    await handovers.accept(post, atWorker)
    await hold.release()
    const found = await handovers.get(atWorker.id)
    database.close()
    expect(found).toMatchObject({
      ownership: { state: 'worker' },
      asked: null,
      soughtSince: atWorker.createdAt,
    })
  })

  it('lets a post go on to the Worker that was scheduled while the folder was held', async () => {
    const dataDir = aFolder()
    start(dataDir)
    const { database, hold } = openHold(inPlaceOf(dataDir))
    expect(hold.current()).not.toBeNull()
    const handovers = createSqliteHandoverStore(database.db)
    const post = aCloudPost()
    const onItsWay = aHandover(post)
    await handovers.accept(post, onItsWay)
    await hold.release()
    const found = [await handovers.get(onItsWay.id), await createSqlitePostStore(database.db).get(post.id)]
    database.close()
    expect(found).toMatchObject([{ ownership: { state: 'local' }, asked: null }, { handover: 'uploading' }])
  })

  it('leaves to a click every mention that the run before may have reposted, known or not', async () => {
    const dataDir = aFolder()
    start(dataDir)
    const opened = openDatabase(database(dataDir), migrationsDir)
    const store = createSqliteRepostStore(opened.db)
    const config = aRepostConfig({ autoRepostEnabled: true })
    const { accountId } = config
    const [waiting, theirs] = [
      aRepostRecord({ accountId, auto: true }),
      aRepostRecord({ accountId, auto: true, runner: 'cloud' }),
    ]
    await store.addConfig(config)
    await store.addRecords([waiting, theirs])
    opened.close()
    expect(start(inPlaceOf(dataDir), 'confirm')).not.toBeNull()
    const { db, close } = openDatabase(database(dataDir), migrationsDir)
    const after = createSqliteRepostStore(db)
    const found = [
      await after.config(accountId),
      await after.record(waiting.id),
      await after.record(theirs.id),
    ]
    close()
    expect(found).toMatchObject([
      { ignoreBefore: clock.now(), version: 2 },
      { auto: false, status: 'PENDING', version: 2 },
      { auto: true, version: 1 },
    ])
  })
})

/** The folder without its record: as if its database came from elsewhere. */
function inPlaceOf(dataDir: string): string {
  rmSync(record(dataDir))
  return dataDir
}

describe('a data folder', () => {
  it('that is new holds nothing, nor at any later start, stopped or killed', () => {
    const dataDir = aFolder()
    for (const end of ['stop', 'kill', 'kill', 'stop', 'stop'] as const)
      expect(start(dataDir, end)).toBeNull()
  })

  it('of a version that kept no record holds nothing', () => {
    const dataDir = aFolder()
    openDatabase(database(dataDir), migrationsDir).close()
    expect(start(dataDir)).toBeNull()
  })

  it('may be renamed and moved on its disk', () => {
    const dataDir = aFolder()
    start(dataDir)
    const elsewhere = join(newFolder(), 'elsewhere')
    renameSync(dataDir, elsewhere)
    expect(start(elsewhere)).toBeNull()
  })

  it('that was copied is held until it is confirmed, and its original never', () => {
    const dataDir = aFolder()
    start(dataDir)
    const copy = `${dataDir}-copy`
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true })
    const since = clock.now()
    expect(start(copy)).toEqual({ reason: 'copied', since })
    clock.advance(HOUR)
    expect(start(copy, 'kill')).toEqual({ reason: 'copied', since })
    expect(start(copy, 'confirm')).toEqual({ reason: 'copied', since })
    expect(start(copy)).toBeNull()
    expect(start(dataDir)).toBeNull()
  })

  it('that was put back in the place of the old one is held', () => {
    const dataDir = aFolder()
    start(dataDir)
    const backup = `${dataDir}-backup`
    cpSync(dataDir, backup, { recursive: true })
    start(dataDir)
    rmSync(dataDir, { recursive: true })
    cpSync(backup, dataDir, { recursive: true })
    expect(start(dataDir)).toMatchObject({ reason: 'copied' })
  })

  it.each(['stop', 'kill'] as const)('with an older database in it is held (%s)', (end) => {
    const dataDir = aFolder()
    start(dataDir)
    backUp(dataDir)
    start(dataDir, end)
    restore(dataDir)
    expect(start(dataDir)).toMatchObject({ reason: 'restored' })
  })

  it('with a database that was copied while it ran is held', () => {
    const dataDir = aFolder()
    start(dataDir, 'kill')
    backUp(dataDir)
    const running = openDatabase(database(dataDir), migrationsDir)
    // The orderly stop of the same life.
    const log = createMemoryLog()
    const hold = openQueueHold({ dataDir, stateDir: null, database: running, clock, random, log })
    running.raw.pragma('wal_checkpoint(TRUNCATE)')
    backUp(dataDir)
    hold.stopped()
    running.close()
    restore(dataDir)
    expect(start(dataDir)).toMatchObject({ reason: 'restored' })
  })

  it('with the database of another one is held, also when that was started less often', () => {
    const [dataDir, other] = [aFolder(), aFolder()]
    start(dataDir)
    for (let times = 0; times < 5; times += 1) start(other)
    copyFileSync(database(other), database(dataDir))
    expect(start(dataDir)).toMatchObject({ reason: 'restored' })
  })

  it('that got a database without its record is held', () => {
    const dataDir = aFolder()
    start(dataDir)
    const alone = aFolder()
    copyFileSync(database(dataDir), database(alone))
    expect(start(alone)).toMatchObject({ reason: 'restored' })
  })

  it('with a database from before the record is held', () => {
    const dataDir = aFolder()
    openDatabase(database(dataDir), migrationsDir).close()
    backUp(dataDir)
    start(dataDir)
    restore(dataDir)
    expect(start(dataDir)).toMatchObject({ reason: 'restored' })
  })

  it.each(['', '{}', 'not json', '{"id":"'])('whose record reads %j is held', (text) => {
    const dataDir = aFolder()
    start(dataDir)
    writeFileSync(record(dataDir), text)
    expect(start(dataDir)).toMatchObject({ reason: 'restored' })
    expect(start(dataDir, 'confirm')).toMatchObject({ reason: 'restored' })
    expect(start(dataDir)).toBeNull()
  })

  it.each(['{"reason":"borrowed","since":1}', '{', '7'])(
    'that a newer version holds stays on hold: %s',
    (hold) => {
      const dataDir = aFolder()
      start(dataDir)
      const newer = openDatabase(database(dataDir), migrationsDir)
      changeInstance(newer.db, { hold })
      newer.close()
      expect(start(dataDir)).toMatchObject({ reason: 'copied' })
      expect(start(dataDir, 'confirm')).toMatchObject({ reason: 'copied' })
      expect(start(dataDir)).toBeNull()
    },
  )

  it('whose database was thrown away has nothing to hold', () => {
    const dataDir = aFolder()
    start(dataDir)
    for (const name of ['', '-wal', '-shm']) rmSync(database(dataDir) + name, { force: true })
    expect(start(dataDir)).toBeNull()
    expect(start(dataDir)).toBeNull()
  })

  it('was killed between the two records of a start, and is what it was', () => {
    const dataDir = aFolder()
    start(dataDir)
    const before = readFileSync(record(dataDir))
    start(dataDir, 'kill')
    writeFileSync(record(dataDir), before)
    expect(start(dataDir)).toBeNull()
  })

  it('was killed in its very first start, between the two records, and is what it was', () => {
    const dataDir = aFolder()
    start(dataDir, 'kill')
    const { db, close } = openDatabase(database(dataDir), migrationsDir)
    const stored = JSON.parse(readInstance(db)['place'] ?? '') as object
    changeInstance(db, { place: JSON.stringify({ ...stored, life: 0 }) })
    close()
    rmSync(record(dataDir))
    expect(start(dataDir)).toBeNull()
    expect(existsSync(record(dataDir))).toBe(true)
  })

  it.skipIf(process.platform === 'win32')(
    'keeps its record for its user only, and nothing of the computer in it',
    () => {
      const dataDir = aFolder()
      start(dataDir)
      expect(statSync(record(dataDir)).mode & 0o777).toBe(0o600)
      const id = existsSync('/etc/machine-id') ? readFileSync('/etc/machine-id', 'utf8').trim() : ''
      if (id !== '') expect(readFileSync(record(dataDir), 'utf8')).not.toContain(id)
    },
  )
})

describe('a whole data folder that is put back in its place', () => {
  /** Backed up after an orderly stop. */
  function backedUp() {
    const dataDir = aFolder()
    start(dataDir)
    const backup = `${dataDir}-backup`
    cpSync(dataDir, backup, { recursive: true, preserveTimestamps: true })
    return { dataDir, backup }
  }

  it.each(['stop', 'kill'] as const)('is held when it has lived on since (%s)', (end) => {
    const { dataDir, backup } = backedUp()
    start(dataDir, end)
    putBack(backup, dataDir)
    expect(start(dataDir, 'kill')).toMatchObject({ reason: 'restored' })
    expect(start(dataDir, 'confirm')).toMatchObject({ reason: 'restored' })
    expect(start(dataDir)).toBeNull()
  })

  it('is held each time', () => {
    const { dataDir, backup } = backedUp()
    start(dataDir)
    for (let times = 0; times < 3; times += 1) {
      putBack(backup, dataDir)
      expect(start(dataDir, 'confirm')).toMatchObject({ reason: 'restored' })
      expect(start(dataDir)).toBeNull()
    }
  })

  it('is what it was when nothing has happened since', () => {
    const { dataDir, backup } = backedUp()
    putBack(backup, dataDir)
    expect(start(dataDir)).toBeNull()
  })

  it('is held when it was copied while it ran, and was stopped since', () => {
    const dataDir = aFolder()
    start(dataDir, 'kill')
    const backup = `${dataDir}-backup`
    cpSync(dataDir, backup, { recursive: true })
    start(dataDir)
    putBack(backup, dataDir)
    expect(start(dataDir)).toMatchObject({ reason: 'restored' })
  })

  it('was killed before that life was remembered outside of it, and is what it was', () => {
    const dataDir = aFolder()
    start(dataDir)
    const before = remembered(dataDir)
    start(dataDir, 'kill')
    for (const [file, text] of before) writeFileSync(file, text)
    expect(start(dataDir)).toBeNull()
    expect(start(dataDir)).toBeNull()
  })

  it.each(['', '{}', 'not json', '{"life":-1}', '{"life":"9"}'])(
    'still starts when what is remembered reads %j, and is noticed from then on',
    (text) => {
      const { dataDir, backup } = backedUp()
      for (const [file] of remembered(dataDir)) writeFileSync(file, text)
      expect(start(dataDir)).toBeNull()
      putBack(backup, dataDir)
      expect(start(dataDir)).toMatchObject({ reason: 'restored' })
    },
  )

  it('starts where nothing can be remembered', () => {
    const { dataDir } = backedUp()
    rmSync(stateOf(dataDir), { recursive: true })
    writeFileSync(stateOf(dataDir), 'a file in its place')
    expect(start(dataDir)).toBeNull()
    expect(start(dataDir)).toBeNull()
  })

  it.skipIf(process.platform === 'win32')('is remembered for its user only', () => {
    const { dataDir } = backedUp()
    expect(statSync(stateOf(dataDir)).mode & 0o777).toBe(0o700)
    for (const [file] of remembered(dataDir)) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  /** Path and text of what lies outside the data folder. */
  function remembered(dataDir: string): [string, string][] {
    const files = readdirSync(stateOf(dataDir)).map((name) => join(stateOf(dataDir), name))
    return files.map((file) => [file, readFileSync(file, 'utf8')])
  }
})

describe('a place', () => {
  const before: Place = { machine: 'm', path: '/data', inode: '7', device: '1', born: '5' }
  it.each<[what: string, change: Partial<Place>, verdict: ReturnType<typeof difference>]>([
    ['nothing', {}, null],
    ['the number of the disk, as after a restart', { device: '2' }, null],
    ['the path, as by renaming', { path: '/other' }, null],
    ['what the disk tells of its age', { born: null }, null],
    ['what the computer tells of itself', { machine: null }, null],
    ['the computer', { machine: 'n' }, 'other-computer'],
    ['the folder', { inode: '8' }, 'copied'],
    ['the folder behind the same number', { born: '6' }, 'copied'],
    ['path and disk', { path: '/other', device: '2' }, 'copied'],
    ['folders that have no numbers, and the path stays', { inode: null, device: '2' }, null],
    ['folders that have no numbers, and the path changes', { inode: null, path: '/other' }, 'copied'],
    ['folders that have no numbers, and the age changes', { inode: null, born: '6' }, 'copied'],
  ])('of which changed: %s', (_what, change, verdict) => {
    expect(difference(before, { ...before, ...change })).toBe(verdict)
  })

  it.each([
    ['exFAT', 0x2011bab0],
    ['FAT', 0x4d44],
  ])('has no number on %s, where Linux gives another one after each restart', (_name, fileSystem) => {
    expect(findPlace(aFolder(), fileSystem).inode).toBeNull()
  })

  it('has no age on FAT, which stores the time of the wall, and so another one in summer', () => {
    const dataDir = aFolder()
    writeFileSync(join(dataDir, 'nightpost.db'), '')
    expect(findPlace(dataDir, 0x4d44).born).toBeNull()
  })

  it('is told the same way twice', () => {
    const dataDir = aFolder()
    const first = findPlace(dataDir)
    writeFileSync(join(dataDir, 'a file'), '')
    expect(difference(first, findPlace(dataDir))).toBeNull()
  })
})
