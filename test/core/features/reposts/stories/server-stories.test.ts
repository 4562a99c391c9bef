import { beforeEach, describe, expect, it } from 'vitest'
import { createSuperseded } from '../../../../../core/features/media/superseded.ts'
import type { MediaRecord } from '../../../../../core/ports/media/media-store.ts'
import { payloadOf } from '../../../../../core/engine/publishing/stored.ts'
import type { Publication } from '../../../../../core/rules/publication/publication.ts'
import type { RepostConfig, RepostRecord } from '../../../../../core/ports/reposts/repost-store.ts'
import type { StoryPublisher, StoryToPublish } from '../../../../../core/engine/reposts/reposting-deps.ts'
import { createServerStories } from '../../../../../core/features/reposts/stories/server-stories.ts'
import type { StoryToStore } from '../../../../../core/features/reposts/stories/store-story-media.ts'
import { syncRecords } from '../../../../../core/engine/reposts/sync-records.ts'
import { LINK_WAIT } from '../../../../../core/rules/publication/awaits-link.ts'
import { HOUR, MINUTE } from '../../../../../core/time.ts'
import {
  claimAt,
  FAILED,
  INTENT,
  mustClaim,
  mustCommit,
  PUBLISHED,
  UNKNOWN,
} from '../../../../contracts/publishing-stores.ts'
import { nextOf } from '../../../../contracts/repost-store.contract.ts'
import { aFailureDetail, aWarning, anAccountRecord, aPost, START } from '../../../../factories.ts'
import { aMediaRecord, aVideoRecord } from '../../../../fakes/media/a-media-record.ts'
import { createManualClock, type ManualClock } from '../../../../fakes/manual-clock.ts'
import { createMemoryBlobStore } from '../../../../fakes/media/memory-blob-store.ts'
import { aRepostConfig, aRepostRecord, moveRecord } from '../../../../fakes/reposts/repost-records.ts'
import { createSeededRandom } from '../../../../fakes/seeded-random.ts'
import { openStores } from '../../../../memory-database.ts'

const URL = 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1&signature=a%2Fb'
const OVERLAY = '{"text":"via {username}"}'
/** Live, and its address was read. */
const SHOWN = { ...PUBLISHED, permalink: 'https://www.instagram.com/stories/night.owl/1/' } as const

function createWorld() {
  const clock = createManualClock()
  const blobs = createMemoryBlobStore()
  const { accounts, media, posts, ledger, reposts } = openStores()
  const stores = { accounts, media, posts, ledger }
  const taken: StoryToStore[] = []
  const says = { kind: 'image' as MediaRecord['kind'], isGone: false }
  let wakes = 0
  const stories = createServerStories({
    ...stores,
    commands: reposts,
    blobs,
    superseded: createSuperseded({ blobs, clock }),
    transcodes: { stop() {} },
    clock,
    random: createSeededRandom(),
    userId: 'the-user',
    async takeMedia(story) {
      taken.push(story)
      if (says.isGone) return null
      const { id } = story
      const record = says.kind === 'image' ? aMediaRecord({ id }) : aVideoRecord({ id })
      await blobs.keep(blobs.stage(new Uint8Array(3)), record.storagePath)
      await media.add(record)
      return record
    },
    wake: () => (wakes += 1),
  })
  return { stories, stores, reposts, blobs, clock, taken, says, wakes: () => wakes }
}

let world: ReturnType<typeof createWorld>
let stories: StoryPublisher
let clock: ManualClock
let accountId: string

beforeEach(async () => {
  world = createWorld()
  ;({ stories, clock } = world)
  accountId = (await world.stores.accounts.put(anAccountRecord())).id
  await world.reposts.addConfig(aConfig())
})

const aRecord = (change: Partial<RepostRecord> = {}) =>
  aRepostRecord({ accountId, mediaUrl: URL, mediaKind: 'image', ...change })
const aConfig = (change: Partial<RepostConfig> = {}) => aRepostConfig({ accountId, ...change })
const keptFiles = async () => (await world.stores.media.list({ limit: 10, offset: 0 })).records

async function ready(record: RepostRecord, config = aConfig()): Promise<StoryToPublish> {
  const prepared = await stories.prepare(record, config)
  return prepared.kind === 'ready' ? prepared.story : expect.unreachable(prepared.kind)
}

describe('preparing a story', () => {
  it.each(['image', 'video'] as const)('of the official source stores nothing: %s', async (kind) => {
    const story = await ready(aRecord({ mediaKind: kind }))
    expect(story).toEqual({
      sourceType: 'STORY_REPOST',
      media: { url: URL, kind },
      tagged: 'ana.reads',
      note: null,
    })
    expect(world.taken).toEqual([])
    expect(await keptFiles()).toEqual([])
  })

  it('takes the file of a picture that is to be signed', async () => {
    const story = await ready(aRecord(), aConfig({ signatureOverlay: OVERLAY }))
    const [file] = await keptFiles()
    expect(story.media).toEqual({ mediaFileId: file?.id, kind: 'image' })
    expect(world.taken).toMatchObject([
      { url: URL, kind: 'image', account: { id: accountId }, texts: [{ text: 'via ana.reads' }] },
    ])
  })

  it('of the official source leaves a video where it is, and says that nothing is painted into it', async () => {
    const story = await ready(aRecord({ mediaKind: 'video' }), aConfig({ signatureOverlay: OVERLAY }))
    expect(story.media).toEqual({ url: URL, kind: 'video' })
    expect(story.note?.code).toBe('SIGNATURE_LEFT_OUT')
    expect(world.taken).toEqual([])
  })

  it.each(['{}', '{"text":"{username}"}'])(
    'takes no file for a signature that says nothing: %s',
    async (json) => {
      const config = aConfig({ signatureOverlay: json })
      const story = await ready(aRecord({ originalUsername: null }), config)
      expect(story).toMatchObject({ media: { url: URL }, note: null })
    },
  )

  it('of the private API takes its file, unsigned too: its address is for the session only', async () => {
    const story = await ready(aRecord({ transport: 'native' }))
    expect(story.media).toMatchObject({ kind: 'image', mediaFileId: expect.any(String) })
    expect(world.taken).toMatchObject([{ texts: [] }])
  })

  it('goes by what the file turned out to be', async () => {
    world.says.kind = 'video'
    const story = await ready(aRecord({ transport: 'native' }), aConfig({ signatureOverlay: OVERLAY }))
    expect(story.media.kind).toBe('video')
    expect(story.note?.code).toBe('SIGNATURE_LEFT_OUT')
  })

  it('says that it is gone when its address says so, or when there is none', async () => {
    world.says.isGone = true
    expect(await stories.prepare(aRecord({ transport: 'native' }), aConfig())).toEqual({ kind: 'gone' })
    expect(await stories.prepare(aRecord({ mediaUrl: null }), aConfig())).toEqual({ kind: 'gone' })
    expect(await stories.prepare(aRecord({ mediaKind: null }), aConfig())).toEqual({ kind: 'gone' })
  })

  it('tags its author if the user wants that and anybody knows the name', async () => {
    expect((await ready(aRecord(), aConfig({ autoTagOriginalPoster: false }))).tagged).toBeNull()
    expect((await ready(aRecord({ originalUsername: null }))).tagged).toBeNull()
  })

  it('says whether the repost is automatic', async () => {
    expect((await ready(aRecord({ auto: true }))).sourceType).toBe('AUTO_REPOST')
  })

  it('is not possible for an account that is gone', async () => {
    await world.stores.accounts.remove(accountId)
    await expect(stories.prepare(aRecord(), aConfig())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is undone without a trace', async () => {
    const story = await ready(aRecord({ transport: 'native' }))
    const [file] = await keptFiles()
    await stories.discard(story)
    expect(await keptFiles()).toEqual([])
    expect(await world.blobs.open(file?.storagePath ?? '')).toBeNull()
    await stories.discard(story)
    await stories.discard(await ready(aRecord()))
  })
})

/** A record that was found, and what it becomes when its repost begins. */
async function foundAndNext(change: Partial<RepostRecord> = {}) {
  const record = aRecord(change)
  await world.reposts.addRecords([record])
  return { record, next: nextOf(record, { status: 'REPOSTING', postId: crypto.randomUUID() }) }
}

async function begun(change: Partial<RepostRecord> = {}, config = aConfig()): Promise<RepostRecord> {
  const { record, next } = await foundAndNext(change)
  expect(await stories.begin(next, await ready(record, config))).toBe(true)
  return next
}

const postOf = async ({ postId }: RepostRecord) =>
  (await world.stores.posts.get(postId ?? '')) ?? expect.unreachable('there is no post')

describe('beginning a repost', () => {
  it('makes an ordinary story of it, its author tagged officially', async () => {
    const { record, next } = await foundAndNext()
    const story = await ready(record)
    expect(await stories.begin(next, { ...story, note: aWarning('A note.') })).toBe(true)
    const post = await postOf(next)
    expect(post).toMatchObject({
      platformAccountId: accountId,
      userId: 'the-user',
      status: 'QUEUED',
      mediaType: 'STORIES',
      sourceType: 'STORY_REPOST',
      caption: null,
      userTags: '[{"username":"ana.reads","x":0.5,"y":0.5}]',
      storyMentions: null,
      mediaFileIds: [],
      remoteMedia: { kind: 'image', url: URL },
      warnings: [aWarning('A note.')],
    })
    expect(await world.reposts.record(record.id)).toEqual(next)
    expect(world.wakes()).toBe(1)
    expect(await mustClaim(world.stores)).toMatchObject({ postId: post.id })
    expect(payloadOf(post, [])).toMatchObject({
      items: [{ kind: 'image', url: URL }],
      userTags: [{ username: 'ana.reads' }],
    })
  })

  it('publishes the file where one was taken', async () => {
    const signed = await begun({}, aConfig({ signatureOverlay: OVERLAY }))
    const post = await postOf(signed)
    expect(post.mediaFileIds).toEqual((await keptFiles()).map(({ id }) => id))
    expect(post.remoteMedia).toBeNull()
  })

  it('does nothing when somebody else has moved the record', async () => {
    const { record, next } = await foundAndNext()
    await moveRecord(world.reposts, nextOf(record, { status: 'DISMISSED' }))
    expect(await stories.begin(next, await ready(record))).toBe(false)
    expect(await world.stores.posts.get(next.postId ?? '')).toBeNull()
    expect(world.wakes()).toBe(0)
  })

  it('keeps the file of what has begun from being discarded', async () => {
    const { record, next } = await foundAndNext({ transport: 'native' })
    const story = await ready(record)
    await stories.begin(next, story)
    await stories.discard(story)
    expect(await keptFiles()).toHaveLength(1)
  })
})

/** The publication of the one post that is due comes to this. */
async function comesTo(change: Partial<Publication>, sends = false): Promise<void> {
  const claimed = await mustClaim(world.stores, clock.now())
  const publication = sends ? await mustCommit(world.stores, claimed, { intent: INTENT }) : claimed
  await mustCommit(world.stores, publication, change)
}

const deleted = (record: RepostRecord) =>
  world.stores.ledger.archive(record.postId ?? '', { at: clock.now(), from: 'LOCAL' })

describe('what became of a repost', () => {
  it('is under way as long as its post is', async () => {
    const record = await begun()
    expect(await stories.outcomeOf(record)).toMatchObject({ state: 'under-way', isInDoubt: false })
    await mustClaim(world.stores)
    expect(await stories.outcomeOf(record)).toMatchObject({ state: 'under-way' })
  })

  it('is published, with its address and its time', async () => {
    const record = await begun()
    await comesTo(SHOWN, true)
    expect(await stories.outcomeOf(record)).toEqual({
      state: 'published',
      isInDoubt: false,
      igPermalink: SHOWN.permalink,
      publishedAt: START,
      errorCode: null,
      errorDetail: null,
    })
  })

  it('is under way until its address was read, as its post is PUBLISHING, for ten seconds at most', async () => {
    const record = await begun()
    await comesTo(PUBLISHED, true)
    expect(await stories.outcomeOf(record)).toMatchObject({ state: 'under-way' })
    clock.advance(LINK_WAIT)
    expect(await stories.outcomeOf(record)).toMatchObject({ state: 'published', igPermalink: null })
  })

  it('has failed, with the reason, and says whether it is in doubt', async () => {
    const record = await begun()
    await comesTo(FAILED)
    expect(await stories.outcomeOf(record)).toMatchObject({
      state: 'failed',
      isInDoubt: false,
      errorCode: 'PLATFORM_ERROR',
      errorDetail: aFailureDetail('The platform refused.'),
    })
    const other = await begun()
    await comesTo({ ...UNKNOWN, nextAt: START + HOUR }, true)
    expect(await stories.outcomeOf(other)).toMatchObject({ state: 'failed', isInDoubt: true })
  })

  it('is nothing when its post was deleted before anything of it was sent', async () => {
    const [waiting, tried] = [await begun(), await begun()]
    await comesTo(FAILED)
    for (const record of [waiting, tried]) {
      await deleted(record)
      expect(await stories.outcomeOf(record)).toBeNull()
    }
    expect(await stories.outcomeOf(aRecord())).toBeNull()
    expect(await stories.outcomeOf(aRecord({ postId: crypto.randomUUID() }))).toBeNull()
  })

  it('is told to the end although its post was deleted meanwhile', async () => {
    const record = await begun()
    const claimed = await mustClaim(world.stores)
    const sent = await mustCommit(world.stores, claimed, { step: 'publishing', intent: INTENT })
    await deleted(record)
    expect(await stories.outcomeOf(record)).toMatchObject({ state: 'under-way' })
    await mustCommit(world.stores, sent, { ...PUBLISHED, permalink: 'https://there' })
    expect(await stories.outcomeOf(record)).toMatchObject({
      state: 'published',
      igPermalink: 'https://there',
      publishedAt: START,
    })
  })

  it('is known of what was published and deleted from the history later', async () => {
    const record = await begun()
    await comesTo(PUBLISHED, true)
    await deleted(record)
    expect(await stories.outcomeOf(record)).toMatchObject({ state: 'published' })
  })
})

/** Its record as it is kept when the post has failed. */
async function failed(change: Partial<RepostRecord> = {}, config = aConfig()): Promise<RepostRecord> {
  const record = await begun(change, config)
  await comesTo(FAILED)
  const known = nextOf(record, { status: 'FAILED' })
  await moveRecord(world.reposts, known)
  return known
}

const again = (record: RepostRecord) =>
  stories.beginAgain(nextOf(record, { status: 'REPOSTING' }), (config) => nextOf(config))

describe('beginning a repost again', () => {
  it('tries the same post once more', async () => {
    const record = await failed()
    clock.advance(MINUTE)
    expect(await again(record)).toBe(true)
    expect(await stories.outcomeOf(record)).toMatchObject({ state: 'under-way', errorCode: null })
    expect(await mustClaim(world.stores, clock.now())).toMatchObject({ postId: record.postId })
    expect(world.wakes()).toBe(2)
  })

  it('is not possible while it is under way, without a post, or once somebody else has moved it', async () => {
    const running = await begun()
    expect(await again(running)).toBe(false)
    expect(await again(nextOf(running, { postId: null }))).toBe(false)
    await comesTo(FAILED)
    expect(await again(nextOf(running))).toBe(false)
    expect(await stories.outcomeOf(running)).toMatchObject({ state: 'failed' })
    await deleted(running)
    expect(await again(running)).toBe(false)
    expect(await claimAt(world.stores, clock.now())).toBeNull()
  })

  it('is not possible once its account is gone', async () => {
    const record = await failed()
    await world.stores.accounts.remove(accountId)
    expect(await again(record)).toBe(false)
  })

  it('needs the file, unless something was sent that may be live', async () => {
    const record = await failed({ transport: 'native' })
    const [file] = await keptFiles()
    await world.stores.media.remove(file?.id ?? '')
    expect(await again(record)).toBe(false)

    const sent = await begun({ transport: 'native' })
    await comesTo({ ...UNKNOWN, nextAt: START + HOUR }, true)
    for (const { id } of await keptFiles()) await world.stores.media.remove(id)
    expect(await again(sent)).toBe(true)
  })
})

describe('the file of a repost', () => {
  const unofficial = { transport: 'native' } as const

  it('goes when the post is out, and its bytes with it', async () => {
    const record = await begun(unofficial)
    const [file] = await keptFiles()
    await stories.tidy(record)
    expect(await keptFiles()).toHaveLength(1)
    await comesTo(SHOWN, true)
    await stories.tidy(record)
    expect(await keptFiles()).toEqual([])
    expect(await world.blobs.open(file?.storagePath ?? '')).toBeNull()
    await stories.tidy(record)
  })

  it('that a process took before it died is taken again, or removed with its mention', async () => {
    const record = aRecord(unofficial)
    await ready(record)
    await ready(record)
    expect(await keptFiles()).toHaveLength(1)
    await stories.tidy({ ...record, status: 'EXPIRED' })
    expect(await keptFiles()).toEqual([])
  })

  it('stays for another try as long as the story lives', async () => {
    const record = await failed(unofficial)
    await stories.tidy(record)
    expect(await keptFiles()).toHaveLength(1)
    clock.advance(24 * HOUR)
    await stories.tidy(record)
    expect(await keptFiles()).toEqual([])
  })

  it.each(['DISMISSED', 'EXPIRED'] as const)('goes when nobody will try again: %s', async (status) => {
    const record = await failed(unofficial)
    await stories.tidy(nextOf(record, { status }))
    expect(await keptFiles()).toEqual([])
  })

  it('stays while nobody knows whether the post is live', async () => {
    const record = await begun(unofficial)
    await comesTo({ ...UNKNOWN, nextAt: START + HOUR }, true)
    clock.advance(48 * HOUR)
    await stories.tidy(record)
    expect(await keptFiles()).toHaveLength(1)
  })

  it('of a dismissed mention stays while its post is in doubt, and goes once that is no longer looked for', async () => {
    const { reposts } = world
    const record = await begun(unofficial)
    await reposts.updateRecord(record.id, () => ({ ...record, status: 'DISMISSED' }))
    await comesTo({ ...UNKNOWN, nextAt: START + HOUR }, true)
    await syncRecords({ owner: 'here', reposts, stories, clock })
    expect(await keptFiles()).toHaveLength(1)
    clock.advance(HOUR)
    await comesTo({ step: 'failed', nextAt: null })
    await syncRecords({ owner: 'here', reposts, stories, clock })
    expect(await keptFiles()).toEqual([])
  })

  it('goes with a dismissed mention, which is shown as reposted once its post in doubt proves to be live', async () => {
    const { reposts } = world
    const record = await begun(unofficial)
    await comesTo({ ...UNKNOWN, nextAt: START + HOUR }, true)
    await reposts.updateRecord(record.id, () => ({ ...record, status: 'DISMISSED' }))
    await syncRecords({ owner: 'here', reposts, stories, clock })
    expect(await reposts.record(record.id)).toMatchObject({ status: 'DISMISSED' })
    clock.advance(HOUR)
    await comesTo({ ...SHOWN, failure: null })
    await syncRecords({ owner: 'here', reposts, stories, clock })
    expect(await reposts.record(record.id)).toMatchObject({ status: 'PUBLISHED' })
    expect(await keptFiles()).toEqual([])
  })

  it('goes with a post that was deleted, once nothing of it is under way', async () => {
    const record = await begun(unofficial)
    const claimed = await mustClaim(world.stores)
    const sent = await mustCommit(world.stores, claimed, { step: 'publishing', intent: INTENT })
    await deleted(record)
    await stories.tidy(record)
    expect(await keptFiles()).toHaveLength(1)
    await mustCommit(world.stores, sent, PUBLISHED)
    await stories.tidy(record)
    expect(await keptFiles()).toEqual([])

    const unsent = await begun(unofficial)
    await deleted(unsent)
    await stories.tidy(unsent)
    expect(await keptFiles()).toEqual([])
  })

  it('is never that of a post which is not a repost', async () => {
    const file = aMediaRecord()
    await world.stores.media.add(file)
    const mine = aPost({ status: 'FAILED', mediaFileIds: [file.id] })
    await world.stores.ledger.saveDraft(mine)
    clock.advance(48 * HOUR)
    await stories.tidy(aRecord({ postId: mine.id, status: 'FAILED' }))
    expect(await keptFiles()).toEqual([file])
  })
})
