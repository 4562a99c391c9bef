// The second part of the life of the data folder, by a clock that is some days behind: everything that is under way in it was
// begun so long ago, whenever it is opened. The Worker is not there.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { PRIVATE_API_PEOPLE } from '../../local-server/sandbox/private-api/practice.ts'
import { uploaded } from '../process-harness/client.ts'
import type { SandboxProcess } from '../process-harness/sandbox-process.ts'
import type { ServerProcess } from '../process-harness/server-process.ts'
import { accountNamed, api, becomes, clip, ofSandbox, page, post, secondsFromNow } from './page-requests.ts'
import { FAILURES, REFUSED, WARNINGS } from './stored-notices.ts'

export const BEHIND_MS = -3 * 24 * 3_600_000
export const inSeconds = (seconds: number) => secondsFromNow(seconds, Date.now() + BEHIND_MS)

interface Scene {
  readonly server: ServerProcess
  readonly sandbox: SandboxProcess
}

/** Mentions that were reposted, dismissed and left alone, read with a session of the owner's. */
export async function repostMentions({ server, sandbox }: Scene): Promise<void> {
  const username = 'harbour.bakery'
  const accountId = await accountNamed(server, username)
  const { browser } =
    PRIVATE_API_PEOPLE.find(({ account }) => account.username === username) ?? expect.unreachable()
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await api(server, '/story-repost/config', {
    json: { accountId, pollIntervalHours: 6, autoTagOriginalPoster: true },
  })
  await page(server, '/story-repost/session', { accountId, cookies: { ...browser }, userAgent })
  await page(server, '/story-repost/settings', { accountId, source: 'native' }, 'PUT')
  await api(server, '/story-repost/enable', { json: { accountId } })
  for (const poster of ['ilse.eats', 'benno.bikes', 'maya_makes'])
    await ofSandbox(sandbox.origin, '/mentions', { username, poster })
  const { items } = await api<{ items: { id: string; originalUsername: string }[] }>(
    server,
    '/story-repost/scan',
    { json: { accountId } },
  )
  const of = (name: string) => items.find(({ originalUsername }) => originalUsername === name)?.id
  await page(server, `/story-repost/${of('ilse.eats')}/repost`, {})
  await page(server, `/story-repost/${of('benno.bikes')}/dismiss`, {})
  await expect
    .poll(() => api(server, '/story-repost/history'))
    .toMatchObject({ reposts: expect.arrayContaining([expect.objectContaining({ status: 'PUBLISHED' })]) })
}

/** One post for each refusal of the platform. */
export async function failAsRefused({ server, sandbox }: Scene): Promise<void> {
  const accountId = await accountNamed(server, 'noor.draws')
  const mediaFileId = (await uploaded(server)).id
  const ids: string[] = []
  for (const [code, subcode, names = {}] of REFUSED) {
    const caption = `refused with ${code}/${subcode ?? '-'}.`
    const numbers = subcode === null ? { code } : { code, subcode }
    await sandbox.fault({
      on: 'create',
      mode: 'error',
      ...numbers,
      message: 'As the platform says it.',
      times: 1000,
      match: { captionIncludes: caption },
    })
    ids.push(await post(server, { accountId, mediaFileId, caption, ...names }))
  }
  for (const id of ids) await becomes(server, id, { status: 'FAILED' })
  await post(
    server,
    { accountId, mediaFileId, caption: 'of an account that goes', scheduledFor: inSeconds(7200) },
    '/schedule',
  )
  await api(server, `/auth/accounts/${accountId}`, { method: 'DELETE' })
}

/** Posts that wait for their time here, with what is said of the access to their account. */
export async function scheduleHere({ server }: Scene): Promise<void> {
  const [demo, harbour] = [
    await accountNamed(server, 'demo.kitchen'),
    await accountNamed(server, 'harbour.bakery'),
  ]
  const mediaFileId = (await uploaded(server)).id
  const due = { mediaFileId, scheduledFor: inSeconds(7200), timezone: 'Europe/Lisbon' }
  await post(server, { accountId: demo, caption: 'scheduled here', ...due }, '/schedule')
  await post(server, { accountId: demo, caption: 'cannot be read any more', ...due }, '/schedule')
  const tokenEnds = (at: number | null) =>
    change(server.dataDir, `update accounts set token_expires_at = ${at} where id = '${harbour}'`)
  for (const [caption, at] of [
    ['the access ends before', Date.parse(inSeconds(3600))],
    ['the access has ended', Date.parse(inSeconds(-3600))],
  ] as const) {
    tokenEnds(at)
    await post(server, { accountId: harbour, caption, ...due }, '/schedule')
  }
  tokenEnds(null)
}

/** What only comes with years of use is written as it would have been; and a post and a file that cannot be read any more. */
export function age(dataDir: string): void {
  change(
    dataDir,
    "update posts set warnings = '{not json' where caption = 'cannot be read any more'",
    "update media set created_at = 'long ago' where original_filename = 'unreadable.jpg'",
  )
  const database = new Database(join(dataDir, 'nightpost.db'))
  const say = (column: string, notice: unknown, caption: string) =>
    database.prepare(`update posts set ${column} = ? where caption = ?`).run(JSON.stringify(notice), caption)
  for (const [index, warning] of WARNINGS.entries()) say('warnings', [warning], `warns ${index}.`)
  for (const [index, failure] of FAILURES.entries()) say('error_detail', failure, `fails ${index}.`)
  database.close()
}

/** The posts that say it. */
export async function publishForSentences({ server, sandbox }: Scene): Promise<void> {
  const accountId = await accountNamed(server, 'demo.kitchen')
  await uploaded(server, undefined, { name: 'unreadable.jpg' })
  const mediaFileId = (await uploaded(server)).id
  const refusal = { on: 'create', mode: 'error', code: 100, subcode: 2_207_040, times: 1000 } as const
  await sandbox.fault({ ...refusal, match: { captionIncludes: 'fails ' } })
  for (const index of WARNINGS.keys()) {
    const id = await post(server, { accountId, mediaFileId, caption: `warns ${index}.` })
    await becomes(server, id, { status: 'PUBLISHED' })
  }
  for (const index of FAILURES.keys()) {
    const id = await post(server, { accountId, mediaFileId, caption: `fails ${index}.` })
    await becomes(server, id, { status: 'FAILED' })
  }
}

/** Everything that can be under way, at one moment; then the power goes. */
export async function catchInTheMiddle({ server, sandbox }: Scene): Promise<void> {
  const [demo, harbour] = [
    await accountNamed(server, 'demo.kitchen'),
    await accountNamed(server, 'harbour.bakery'),
  ]
  const mediaFileId = (await uploaded(server)).id
  const tall = await clip(server, 'clip-tall.mp4')
  const aimed = (captionIncludes: string) => ({ match: { captionIncludes }, times: 1000 })

  const field = {
    on: 'create',
    mode: 'error',
    code: 100,
    subcode: 2_207_023,
    message: 'Invalid parameter',
  } as const
  await sandbox.fault({ ...field, ...aimed('cannot be prepared') })
  // Videos are prepared ten minutes ahead, and all of this takes less.
  const soon = { accountId: demo, mediaType: 'REELS', mediaFileId: tall, scheduledFor: inSeconds(590) }
  const unprepared = await post(server, { caption: 'cannot be prepared', ...soon }, '/schedule')
  const ready = await post(server, { caption: 'prepared ahead', ...soon }, '/schedule')
  await becomes(server, unprepared, { warnings: [expect.stringMatching(/^Preparing /)] })
  // Only its steps tell that it is prepared.
  const steps = async () => JSON.stringify(await api(server, `/posts/${ready}/attempts`))
  await expect.poll(steps).toContain('ready to be published')

  await sandbox.fault({ on: 'create', mode: 'container', processing: 'forever', ...aimed('still processed') })
  const reel = await post(server, {
    accountId: demo,
    mediaFileId: tall,
    mediaType: 'REELS',
    caption: 'still processed',
  })
  await becomes(server, reel, { status: 'PROCESSING', igContainerId: expect.any(String) })

  for (const caption of ['uncertain and live', 'uncertain and not live']) {
    await sandbox.fault({
      on: 'publish',
      mode: 'drop',
      effect: caption.includes('not') ? 'before' : 'after',
      ...aimed(caption),
    })
    await sandbox.fault({ on: 'status', mode: 'in-progress', ...aimed(caption), skip: 1 })
  }
  const doubts = [
    await post(server, { accountId: demo, mediaFileId, caption: 'uncertain and live' }),
    await post(server, { accountId: demo, mediaFileId, caption: 'uncertain and not live' }),
  ]
  for (const id of doubts) await becomes(server, id, { status: 'PUBLISHING' })

  await sandbox.fault({ on: 'publish', mode: 'silence', effect: 'after', ...aimed('sent and unanswered') })
  await post(server, { accountId: demo, mediaFileId, caption: 'sent and unanswered' })
  await expect
    .poll(async () => (await sandbox.live()).some(({ caption }) => caption === 'sent and unanswered'))
    .toBe(true)

  await sandbox.fault({ on: 'create', mode: 'rate-limited', ...aimed('limited') })
  const limited = await post(server, { accountId: harbour, mediaFileId, caption: 'limited' })
  await becomes(server, limited, { nextAttemptAt: expect.any(String) } as Partial<PostBody>)
  await post(server, { accountId: harbour, mediaFileId, caption: 'queued' })
  await server.kill9()
}

function change(dataDir: string, ...statements: readonly string[]): void {
  const database = new Database(join(dataDir, 'nightpost.db'))
  for (const statement of statements) database.exec(statement)
  database.close()
}
