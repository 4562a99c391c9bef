// The process ends before or after anything that changes the watched folder or the stores: no file is taken twice, none is lost.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMedia } from '../../../core/features/media/media.ts'
import { createPosts } from '../../../core/features/posts/posts.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { createPostWarnings } from '../../../core/features/scheduling/post-warnings.ts'
import { DAY, SECOND } from '../../../core/time.ts'
import { createSqliteAccountStore } from '../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqliteMediaStore } from '../../../local-server/sqlite/media/sqlite-media-store.ts'
import type { OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteRequestStore } from '../../../local-server/sqlite/requests/sqlite-request-store.ts'
import { createWatchedFolder } from '../../../local-server/watched-folder/watched-folder.ts'
import { anAccountRecord } from '../../factories.ts'
import { TINY_JPEG } from '../../fakes/media/tiny-image-pipeline.ts'
import { createTestApp } from '../../fakes/test-app.ts'
import { openTwo } from '../../local-server/sqlite/open-two.ts'
import { oncePer } from '../../reused-databases.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { TRIES_ALL } from '../share.ts'
import { mortalAt } from './mortal-at.ts'

const ACCOUNT = anAccountRecord({ username: 'night.kitchen' })
const { cp, link, mkdir, rename, rm, rmdir, writeFile } = fs
const portsOf = oncePer(({ db }: OpenDatabase) => ({
  accounts: createSqliteAccountStore(db),
  media: createSqliteMediaStore(db),
  posts: createSqlitePostStore(db),
  ledger: createSqlitePublicationLedger(db),
  requests: createSqliteRequestStore(db),
  files: { cp, link, mkdir, rename, rm, rmdir, writeFile },
}))

/** One process with what it leaves behind when it ends at a point. */
async function live(folder: string, { files, ...stores }: ReturnType<typeof portsOf>): Promise<void> {
  const { ports, clock, log } = createTestApp({ ...stores, random: webCryptoRandom })
  const media = createMedia(ports)
  const posts = createPosts(ports, createPostWarnings(ports))
  const watched = createWatchedFolder({ ...ports, folder, files, clock, log, media, posts })
  await watched.recover()
  await stores.requests.removeBefore(clock.now() + DAY)
  for (let look = 0; look < 3; look += 1) {
    await watched.look(new AbortController().signal)
    clock.advance(5 * SECOND)
  }
}

const CASES = {
  'a picture with its caption': {
    names: ['soup.jpg'],
    bytes: TINY_JPEG,
    rows: [1, 1],
    end: ['taken/soup.jpg', 'taken/soup.txt'],
  },
  'each of two pictures with one caption': {
    names: ['soup.jpeg', 'soup.jpg'],
    bytes: TINY_JPEG,
    rows: [2, 2],
    end: [
      expect.stringMatching(/^taken\/soup \(2\)\.jpe?g$/),
      'taken/soup (2).txt',
      expect.any(String),
      'taken/soup.txt',
    ],
  },
  'what is no picture': {
    names: ['soup.jpg'],
    bytes: 'nothing of the kind',
    rows: [0, 0],
    end: ['refused/soup.jpg', 'refused/soup.jpg - reason.txt', 'refused/soup.txt'],
  },
}

const STEP = TRIES_ALL ? 1 : 3

it.each(Object.entries(CASES))('%s is taken once, wherever the process ends', async (_what, one) => {
  for (let point = 1, isReached = true; isReached; point += STEP) {
    const { a, close } = openTwo()
    const folder = newFolder()
    mkdirSync(join(folder, ACCOUNT.username))
    for (const name of one.names) writeFileSync(join(folder, ACCOUNT.username, name), one.bytes)
    writeFileSync(join(folder, ACCOUNT.username, 'soup.txt'), 'Soup of the day')
    await portsOf(a).accounts.put(ACCOUNT)
    const { ports, points } = mortalAt(point, portsOf(a))
    await live(folder, ports).catch(() => {})
    isReached = points() >= point
    await live(folder, portsOf(a))
    const count = (table: string) => a.raw.prepare(`select count(*) from ${table}`).pluck().get()
    expect(['posts', 'media'].map(count), `cut at point ${point}`).toEqual(one.rows)
    expect(filesBelow(folder), `cut at point ${point}`).toEqual(one.end)
    const captions = a.raw.prepare('select distinct caption from posts').pluck().all()
    expect(captions, `cut at point ${point}`).toEqual(one.rows[0] === 0 ? [] : ['Soup of the day'])
    await close()
    if (!isReached) expect(point).toBeGreaterThan(10)
  }
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted()
}
