// The desktop's process ends at a point of a hand-over, a change, a cancel or a page of changes, and lives again. Whatever the
// calls that were under way have done: one owner, one schedule, and what was acknowledged holds.
import { expect } from 'vitest'
import { CodedError } from '../../../core/errors.ts'
import { MINUTE } from '../../../core/time.ts'
import { Crash, createHandoverWorld, type Call, type Fate, type HandoverWorld } from './handover-world.ts'

/** What the caller was told: nothing, when the process ended before it could answer. */
type Answer = 'yes' | 'no' | 'silence'

interface Story {
  /** Before the deed, without crashes. */
  readonly before: (world: HandoverWorld) => Promise<void>
  readonly deed: (world: HandoverWorld) => Promise<unknown>
  /** In the next life, at once. */
  readonly again?: (world: HandoverWorld) => Promise<unknown>
  /** Promises that do not hold at the very end. */
  readonly after: (world: HandoverWorld, answer: Answer) => Promise<string[]>
}

export const CAPTION = 'the post'
const CHANGED = 'the changed post'
export const tally = { cases: 0, yes: 0, no: 0, silence: 0 }

const onlyPost = (world: HandoverWorld) => [...world.data.posts.values()][0]

export const HAND_OVER: Story = {
  before: async () => {},
  deed: (world) => world.newPost(CAPTION),
  async after(world, answer) {
    const post = onlyPost(world)
    if (!post) return answer === 'yes' ? ['N1 the post is gone'] : expectLive(world, CAPTION, 0)
    return [...expectLive(world, CAPTION, 1), ...expectStatus(world, 'PUBLISHED')]
  },
}

export const HAND_OVER_AGAIN: Story = {
  before: async () => {},
  deed: (world) => world.newPostOnce(CAPTION),
  again: (world) => world.newPostOnce(CAPTION),
  async after(world) {
    const { size } = world.data.posts
    const posts = size === 1 ? [] : [`there are ${size} posts of one request`]
    return [...posts, ...expectLive(world, CAPTION, 1), ...expectStatus(world, 'PUBLISHED')]
  },
}

export const EDIT: Story = {
  before: async (world) => void (await world.newPost(CAPTION)),
  deed: (world) => world.editCaption(onlyPost(world)?.id ?? '', CHANGED),
  async after(world, answer) {
    const isChanged = onlyPost(world)?.caption === CHANGED
    if (answer === 'yes' && !isChanged) return ['N6 an acknowledged edit is gone']
    return [
      ...expectLive(world, CAPTION, isChanged ? 0 : 1),
      ...expectLive(world, CHANGED, isChanged ? 1 : 0),
      ...expectStatus(world, 'PUBLISHED'),
    ]
  },
}

export const CANCEL: Story = {
  before: async (world) => void (await world.newPost(CAPTION)),
  deed: (world) => world.cancel(onlyPost(world)?.id ?? ''),
  async after(world, answer) {
    const isDraft = onlyPost(world)?.status === 'DRAFT'
    if (answer === 'yes' && !isDraft) return ['N5 an acknowledged cancel did not hold']
    return isDraft
      ? expectLive(world, CAPTION, 0)
      : [...expectLive(world, CAPTION, 1), ...expectStatus(world, 'PUBLISHED')]
  },
}

export const TAKE_OVER: Story = {
  before: HAND_OVER.deed as Story['before'],
  async deed(world) {
    const post = onlyPost(world)
    if (post) await world.schedule.cloud.cancel(post, 'local')
  },
  after: async (world) => [...expectLive(world, CAPTION, 1), ...expectStatus(world, 'PUBLISHED')],
}

export const APPLY_CHANGES: Story = {
  async before(world) {
    await world.newPost(CAPTION)
    world.open(false)
    await world.run(11 * MINUTE)
    world.open(true)
  },
  deed: (world) => world.run(MINUTE),
  after: TAKE_OVER.after,
}

/** `everyNth` leaves points out: the first is another one for each fate. */
export async function atEachPoint(
  story: Story,
  { call, fate, everyNth }: { readonly call: Call; readonly fate: Fate; readonly everyNth: number },
): Promise<void> {
  for (let point = 1 + (fate.length % everyNth); ; point += everyNth) {
    const isReached = await cutAt(point, story, call, fate)
    if (!isReached) {
      expect(point, 'a deed without a single point').toBeGreaterThan(4)
      return
    }
  }
}

/** False when the deed has fewer points. */
async function cutAt(point: number, story: Story, call: Call, fate: Fate): Promise<boolean> {
  const world = await createHandoverWorld()
  try {
    await story.before(world)
    let met = false
    world.fates((one) => {
      if (met || one !== call) return 'ok'
      met = true
      return fate
    })
    let places = 0
    let place = ''
    world.restart((at) => {
      places += 1
      place = at
      return places === point
    })
    const answer = await answerOf(story.deed(world))
    const isReached = places >= point
    const where = `cut at ${place} (${point}), ${call} ${fate}, told ${answer}`
    tally.cases += 1
    tally[answer] += 1
    world.restart()
    await story.again?.(world)
    await world.run(2 * MINUTE)
    expect(await twoOwners(world), where).toEqual([])
    await world.letLateArrive()
    await world.run(16 * MINUTE)
    expect(await twoOwners(world), where).toEqual([])
    expect(await story.after(world, answer), where).toEqual([])
    expect(objectsLeft(world), where).toEqual([])
    return isReached
  } finally {
    world.close()
  }
}

async function answerOf(deed: Promise<unknown>): Promise<Answer> {
  try {
    await deed
    return 'yes'
  } catch (error) {
    if (error instanceof Crash) return 'silence'
    if (error instanceof CodedError) return 'no'
    throw error
  }
}

/** N8: local xor cloud, and at most one job at the Worker. */
async function twoOwners({ data, cloud }: HandoverWorld): Promise<string[]> {
  const open = (await cloud.engine().openJobs()).filter(({ state }) => state === 'waiting')
  const found: string[] = []
  for (const { id } of data.posts.values()) {
    const here = [...data.jobs.values()].filter(
      ({ postId, status }) => postId === id && (status === 'PENDING' || status === 'PROCESSING'),
    )
    const handed = [...data.handovers.values()].filter(({ postId, isEnded }) => postId === id && !isEnded)
    const there = open.filter(({ postId }) => postId === id)
    if (here.length + handed.length > 1)
      found.push(`N8 ${here.length} jobs here and ${handed.length} hand-overs`)
    if (there.length > handed.length)
      found.push(`N8 ${there.length} jobs there and ${handed.length} hand-overs`)
  }
  return found
}

/** Everything in the bucket is known here, and goes when its hand-over has ended. */
function objectsLeft({ data, bucket }: HandoverWorld): string[] {
  return [...bucket.keys()].flatMap((key) => {
    const at = data.bucketObjects.get(key)
    return at === undefined || at === null ? [`${key} stays in the bucket`] : []
  })
}

export function expectLive(world: HandoverWorld, caption: string, count: number): string[] {
  const live = world.liveCount(caption)
  return live === count ? [] : [`"${caption}" is live ${live} times instead of ${count}`]
}

export function expectStatus(world: HandoverWorld, status: string): string[] {
  const post = onlyPost(world)
  if (post?.status !== status || post.handover !== null) return [`it is ${post?.status} (${post?.handover})`]
  const ids = world.cloud.sandbox.live().map(({ id }) => id)
  return ids.includes(post.igMediaId ?? '') ? [] : [`N3 it has another's media id`]
}
