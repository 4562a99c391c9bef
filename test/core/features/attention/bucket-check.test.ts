import { describe, expect, it } from 'vitest'
import { createAttention } from '../../../../core/features/attention/attention.ts'
import { readReport } from '../../../../core/features/attention/night-check.ts'
import { CodedError } from '../../../../core/coded-error.ts'
import type { Bucket } from '../../../../core/ports/cloud/bucket.ts'
import type { Handover } from '../../../../core/ports/cloud/handover-store.ts'
import type { AccountRecord } from '../../../../core/ports/account-store.ts'
import type { PostRecord } from '../../../../core/ports/posts/post-store.ts'
import { DAY, HOUR, MINUTE } from '../../../../core/time.ts'
import { aHandover } from '../../../contracts/handover-builders.ts'
import { aJob, aPost, START } from '../../../factories.ts'
import { createTestApp, type TestPorts } from '../../../fakes/test-app.ts'

const PUBLIC_URL = 'https://pictures.example'

/** A bucket with its public address, and posts whose files get there when their time comes. */
async function aScene(overrides: Partial<TestPorts> = {}) {
  const test = createTestApp(overrides)
  const shelf = new Map<string, string>()
  const [calls, agents] = [[] as string[], new Set<string | null>()]
  const faults: { put?: CodedError; remove?: CodedError; answer?: () => Response } = {}
  const bucket: Bucket = {
    async put(key, bytes) {
      calls.push('put')
      if (faults.put) throw faults.put
      shelf.set(key, await new Response(bytes.stream()).text())
    },
    open: async () => null,
    async remove(key) {
      calls.push('remove')
      if (faults.remove) throw faults.remove
      shelf.delete(key)
    },
  }
  const settings = { endpoint: '', name: '', accessKeyId: '', secretAccessKey: '', publicUrl: PUBLIC_URL }
  const cloud = { bucket: settings }
  const handovers: Handover[] = []
  const attention = createAttention({
    ...test.ports,
    platform: { publishingQuota: (access) => test.ports.platform.publishingQuota(access) },
    handovers: { open: async () => handovers },
    cloudSetup: {
      workerLink: async () => null,
      cloudState: async () => ({ ...(await test.ports.cloudSetup.cloudState()), ...cloud }),
      mediaBucket: async () => ({ bucket, publicUrl: PUBLIC_URL }),
    },
    async fetchPublic(input, init) {
      const { url, headers } = new Request(input, init)
      calls.push('get')
      agents.add(headers.get('user-agent'))
      const text = shelf.get(url.slice(PUBLIC_URL.length + 1))
      return faults.answer?.() ?? new Response(text, { status: text === undefined ? 404 : 200 })
    },
    timeZone: () => 'UTC',
  })
  // Keeps the evening's check from beginning while a test runs.
  await attention.changeEvening(11)
  const plan = async (change: Partial<PostRecord>, account: Partial<AccountRecord> = {}) => {
    const { id } = await test.anAccount(account)
    const scheduled = { status: 'SCHEDULED', sourceType: 'SCHEDULED', isScheduled: true } as const
    const scheduledFor = START + 40 * HOUR
    const post = aPost({ ...scheduled, scheduledFor, platformAccountId: id, ...change })
    await test.ports.ledger.accept(post, aJob(post, { runAt: scheduledFor, wakeAt: scheduledFor }))
    return post
  }
  const aPictureOf = async (account: Partial<AccountRecord> = {}) =>
    plan({ mediaFileIds: [(await test.anImage()).id] }, account)
  const told = async () => {
    const { entries } = await attention.list()
    return entries.filter(({ code }) => code === 'POST_WILL_FAIL')
  }
  const checkAfter = async (time: number) => {
    test.clock.advance(time)
    await attention.runNightCheck()
    return calls.splice(0)
  }
  return { test, shelf, agents, faults, cloud, handovers, plan, aPictureOf, told, checkAfter }
}

describe('a bucket that receives files only when their posts are due', () => {
  it('is tried once an evening for all of them, as the platform asks, and nothing is left behind', async () => {
    const { test, shelf, agents, aPictureOf, told, checkAfter } = await aScene()
    for (let posts = 0; posts < 3; posts += 1) await aPictureOf()
    expect(await checkAfter(0)).toEqual(['put', 'get', 'remove'])
    // Beside them, one call for each account.
    expect((await readReport(test.ports))?.calls).toBe(3 + 3)
    expect([...agents]).toEqual(['facebookexternalhit/1.1'])
    expect(shelf.size).toBe(0)
    expect(await told()).toEqual([])
    await aPictureOf()
    expect(await checkAfter(2 * HOUR)).toEqual([])
    expect(await checkAfter(22 * HOUR)).toEqual(['put', 'get', 'remove'])
    test.clock.advance(DAY)
    expect(await test.stores.objects.due(test.clock.now())).toEqual([])
  })

  it('is not tried for a story whose file the owner’s own session sends', async () => {
    const { test, faults, plan, told, checkAfter } = await aScene({ sendsStoryFiles: async () => true })
    faults.put = new CodedError('CLOUD_ERROR', 'Access Denied (HTTP 403).')
    const image = await test.anImage({ width: 1080, height: 1920 })
    const storyMentions = JSON.stringify([{ username: 'friend', x: 0.5, y: 0.5 }])
    await plan({ mediaType: 'STORIES', caption: null, storyMentions, mediaFileIds: [image.id] })
    expect(await checkAfter(0)).toEqual([])
    expect(await told()).toEqual([])
  })

  it.each([
    [{ put: new CodedError('CLOUD_ERROR', 'Access Denied (HTTP 403).') }, 'BUCKET_REFUSES', 'Access Denied'],
    [
      { answer: () => new Response('', { status: 403 }) },
      'BUCKET_ADDRESS_REFUSES',
      'answers with status 403',
    ],
    [{ answer: () => new Response('<html>') }, 'BUCKET_ADDRESS_IS_ANOTHER', 'something else'],
  ])('is told of with each post when it does not work, until it does: %s', async (fault, code, words) => {
    const { faults, aPictureOf, told, checkAfter } = await aScene()
    const [first, second] = [await aPictureOf(), await aPictureOf()]
    Object.assign(faults, fault)
    await checkAfter(0)
    const entries = await told()
    expect(new Set(entries.map(({ postId }) => postId))).toEqual(new Set([first.id, second.id]))
    for (const entry of entries)
      expect(entry).toMatchObject({
        nextStep: 'set_up_bucket',
        message: expect.stringContaining(words),
        detail: { code },
      })
    for (const name of ['put', 'answer'] as const) delete faults[name]
    expect(await checkAfter(59 * MINUTE)).toEqual([])
    expect(await checkAfter(MINUTE)).toEqual(['put', 'get', 'remove'])
    expect(await told()).toEqual([])
  })

  it('is tried again at the next look once it is set up again', async () => {
    const { faults, cloud, aPictureOf, told, checkAfter } = await aScene()
    await aPictureOf()
    faults.put = new CodedError('CLOUD_ERROR', 'Access Denied (HTTP 403).')
    await checkAfter(0)
    await checkAfter(MINUTE)
    cloud.bucket = { ...cloud.bucket, accessKeyId: 'another' }
    expect(await checkAfter(MINUTE)).toEqual(['put'])
    cloud.bucket = { ...cloud.bucket, secretAccessKey: 'another' }
    expect(await checkAfter(MINUTE)).toEqual(['put'])
    expect(await checkAfter(MINUTE)).toEqual([])

    delete faults.put
    cloud.bucket = { ...cloud.bucket, secretAccessKey: 'a third' }
    expect(await told()).toHaveLength(1)
    expect(await checkAfter(MINUTE)).toEqual(['put', 'get', 'remove'])
    expect(await told()).toEqual([])
  })

  it('is cleaned later of what could not be removed, and nobody is alarmed about that', async () => {
    const { test, shelf, faults, aPictureOf, told, checkAfter } = await aScene()
    await aPictureOf()
    faults.remove = new CodedError('CLOUD_ERROR', 'Slow Down')
    await checkAfter(0)
    expect(await told()).toEqual([])
    expect(await test.stores.objects.due(test.clock.now())).toEqual([])
    test.clock.advance(HOUR)
    expect(await test.stores.objects.due(test.clock.now())).toEqual([...shelf.keys()])
  })

  it('is tried for a hand-over whose file is still to go there, and not for one whose file is there', async () => {
    const { plan, test, handovers, checkAfter } = await aScene()
    const post = await plan({ mediaFileIds: [(await test.anImage()).id], handover: 'uploading' })
    const { files, ...handover } = aHandover(post)
    const withFiles = (uploaded: boolean) => ({
      ...handover,
      files: files.map((file) => ({ ...file, uploaded })),
    })
    handovers.push(withFiles(true))
    expect(await checkAfter(0)).toEqual(['get'])
    handovers.splice(0, 1, withFiles(false))
    expect(await checkAfter(HOUR)).toEqual(['put', 'get', 'remove'])
  })

  it('is left alone where no file of a post will be fetched from there', async () => {
    const { test, plan, aPictureOf, checkAfter } = await aScene()
    await aPictureOf({ isSandbox: true })
    const video = await test.anImage({ kind: 'video', mimeType: 'video/mp4' })
    await plan({ mediaType: 'REELS', mediaFileIds: [video.id] }, { loginMethod: 'partner' })
    expect(await checkAfter(0)).toEqual([])
    await plan({ mediaType: 'REELS', mediaFileIds: [video.id] }, { loginMethod: 'platform' })
    expect(await checkAfter(MINUTE)).toEqual(['put', 'get', 'remove'])
  })
})
