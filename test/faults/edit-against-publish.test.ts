// Edits of a draft race its publication. An acknowledged edit is published whole or not at all: what goes live is the version
// that was acknowledged last, in every field.
import { afterAll, expect, it } from 'vitest'
import { CodedError } from '../../core/errors.ts'
import { createDraft, editDraft, publishDraft } from '../../core/features/posts/drafts.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { DAY } from '../../core/time.ts'
import { NO_CLOUD } from '../fakes/cloud/no-cloud.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import { createSeededRandom } from '../fakes/seeded-random.ts'
import { brokenPromises } from './promises.ts'
import { TRIES_ALL } from './share.ts'
import { createWorld, type World } from './publishing-world.ts'

const RACES = TRIES_ALL ? 520 : 80
/** The sandbox publishes a hundred a day. */
const RACES_A_DAY = 80
const EDITS = 4

const won = { edits: 0, publishes: 0, late: 0 }
afterAll(() => console.info(`edit against publish: ${won.edits} edits in time, ${won.late} too late`))

it('publishes the version of a draft that was acknowledged last, in all of six fields', async () => {
  const world = await createWorld()
  const pictures = Array.from({ length: EDITS + 1 }, () => aMediaRecord())
  for (const picture of pictures) await world.stores.media.add(picture)
  const files = pictures.map(({ id }) => id)
  for (let race = 0; race < RACES; race += 1) {
    if (race % RACES_A_DAY === 0) world.clock.advance(DAY)
    await oneRace(world, files, race)
  }
  expect(won.publishes).toBe(RACES)
  // Both outcomes must have happened often, or there was no race.
  expect(won.edits).toBeGreaterThan(RACES / 4)
  expect(won.late).toBeGreaterThan(RACES / 4)
  world.close()
})

/** Six fields that all say the same number. */
const version = (files: readonly string[], race: number, n: number) => ({
  caption: `race ${race} version ${n}`,
  userTags: [{ username: `tag.${n}`, x: n / 10, y: n / 10 }],
  collaborators: [`friend.${n}`],
  locationId: String(1_000 + n),
  locationName: `place ${n}`,
  mediaFileId: files[n] ?? null,
})

async function oneRace(world: World, files: readonly string[], race: number): Promise<void> {
  const { stores, clock, accountId } = world
  const ports = { ...stores, clock, random: webCryptoRandom, userId: accountId, cloud: NO_CLOUD, wake() {} }
  const dice = createSeededRandom(race + 1)
  const pause = async () => {
    for (let turns = (dice.bytes(1)[0] ?? 0) % 40; turns > 0; turns -= 1) await Promise.resolve()
  }
  const draft = await createDraft(ports, { accountId, mediaType: 'IMAGE', ...version(files, race, 0) })
  const acknowledged: PostRecord[] = [draft]
  const editing = Array.from({ length: EDITS }, async (_, n) => {
    await pause()
    try {
      acknowledged.push(await editDraft(ports, draft.id, version(files, race, n + 1)))
      won.edits += 1
    } catch (error) {
      expect(error).toBeInstanceOf(CodedError)
      expect(error).toMatchObject({ code: 'INVALID_STATUS' })
      won.late += 1
    }
  })
  const publishing = (async () => {
    await pause()
    await publishDraft(ports, draft.id)
    won.publishes += 1
    await world.run()
  })()
  await Promise.all([...editing, publishing])
  await world.run()

  const last = acknowledged.reduce((a, b) => (b.updatedAt > a.updatedAt ? b : a))
  const post = await world.post(draft.id)
  expect(sixOf(post)).toEqual(sixOf(last))
  const live = world.sandbox.live().find(({ id }) => id === post.igMediaId)
  const payload = (await stores.ledger.latestPublication(post.id))?.payload
  expect({
    caption: live?.caption,
    userTags: JSON.stringify(live?.userTags),
    collaborators: JSON.stringify(live?.collaborators),
    locationId: live?.locationId,
    locationName: post.locationName,
    mediaFileIds: payload?.items.map(({ mediaFileId }) => mediaFileId),
  }).toEqual(sixOf(last))
  expect(brokenPromises(post, world.sandbox.live())).toEqual([])
}

function sixOf(post: PostRecord) {
  const { caption, userTags, collaborators, locationId, locationName, mediaFileIds } = post
  return { caption, userTags, collaborators, locationId, locationName, mediaFileIds }
}
