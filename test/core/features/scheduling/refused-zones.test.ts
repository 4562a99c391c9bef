// Abbreviations that a runtime takes for zones and a calendar does not: what each door says to them, and what was stored with them.
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { UUID_EXAMPLE } from '../../../../core/api/primitives.ts'
import { createRateLimiter } from '../../../../core/features/rate-limits/sliding-log.ts'
import { createRecurrences } from '../../../../core/features/scheduling/recurrence/recurrences.ts'
import { HOUR, hasWallClock, isTimeZone, toIso } from '../../../../core/time.ts'
import { zoneDemand, zoneExample } from '../../../../core/zone-demand.ts'
import { aJob, aPost } from '../../../factories.ts'
import { bearer, createTestApp, jsonRequest } from '../../../fakes/test-app.ts'

type Body = Record<string, unknown>

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/** As people shorten the times of their region. */
const THREE_LETTERS = LETTERS.flatMap((a) => LETTERS.map((b) => `${a}${b}T`))
const MORE = [
  'AEST',
  'AKST',
  'CEST',
  'EST5EDT',
  'Etc/GMT+5',
  'GMT',
  'GMT0',
  'NZ',
  'PRC',
  'PST8PDT',
  'ROC',
  'UCT',
  'UTC',
  'W-SU',
]
const CANDIDATES = [...Intl.supportedValuesOf('timeZone'), ...THREE_LETTERS, ...MORE]

function canCount(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** What the runtime knows and the calendar refuses. */
const REFUSED = THREE_LETTERS.filter((name) => hasWallClock(name) && !canCount(name))

describe('a time zone', () => {
  it('is what the calendar can count days in, and nothing else that the runtime knows', () => {
    expect(CANDIDATES.filter((name) => isTimeZone(name) !== canCount(name))).toEqual([])
    expect(REFUSED).toEqual(expect.arrayContaining(['BST', 'CST', 'IST', 'JST', 'PST']))
    expect(REFUSED.filter((name) => isTimeZone(name.toLowerCase()))).toEqual([])
  })

  it('is shown by an example that is one, with both where an abbreviation has two', () => {
    const examples = [...REFUSED, ...THREE_LETTERS, ...MORE].flatMap((name) =>
      zoneExample(name).split(' or '),
    )
    expect([...new Set(examples)].filter((name) => !isTimeZone(name))).toEqual([])
    expect(zoneDemand('bst')).toBe('bst is not a time zone; write it like Europe/London')
    expect(zoneDemand('JST')).toBe('JST is not a time zone; write it like Asia/Tokyo')
    expect(zoneDemand('CST')).toContain('America/Chicago or Asia/Shanghai')
    expect(zoneDemand(`<b>${'x'.repeat(99)}`)).toBe('this is not a time zone; write it like Europe/Berlin')
  })
})

async function aScene() {
  const test = createTestApp({ limiter: createRateLimiter({ perMinute: 10_000, perHour: 10_000 }) })
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const headers = bearer(await test.newKey())
  const call = async (method: string, path: string, body?: Body) => {
    const init = body ? jsonRequest(method, body, headers) : { method, headers }
    const response = await test.call(`/api/v1${path}`, init)
    return { status: response.status, body: (await response.json()) as Body }
  }
  const content = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
  const scheduledFor = toIso(test.clock.now() + HOUR)
  const scheduled = async (timezone: string) =>
    String((await call('POST', '/schedule', { ...content, scheduledFor, timezone })).body['postId'])
  const weekly = { monday: ['09:00'] }
  return { test, call, content, scheduledFor, scheduled, weekly, slots: `/accounts/${account.id}/slots` }
}

type Scene = Awaited<ReturnType<typeof aScene>>

/** The doors by which a zone comes in. */
const DOORS: Readonly<
  Record<string, (scene: Scene, timezone: string) => Promise<{ status: number; body: Body }>>
> = {
  slots: ({ call, slots, weekly }, timezone) => call('PUT', slots, { timezone, weekly }),
  schedule: ({ call, content, scheduledFor }, timezone) =>
    call('POST', '/schedule', { ...content, scheduledFor, timezone }),
  'a draft': async ({ call, content, scheduledFor }, timezone) => {
    const { id } = (await call('POST', '/posts/draft', content)).body
    return call('POST', `/posts/draft/${String(id)}/schedule`, { scheduledFor, timezone })
  },
  'another time': async ({ call, scheduled }, timezone) =>
    call('PUT', `/schedule/${await scheduled('UTC')}`, { timezone }),
  bulk: ({ call, content, scheduledFor }, timezone) =>
    call('POST', '/schedule/bulk', { posts: [{ ...content, scheduledFor, timezone }] }),
  approval: async ({ call, content, scheduledFor }, timezone) => {
    const { id } = (await call('POST', '/posts/draft', content)).body
    return call('POST', '/approvals', { postId: id, scheduledFor, timezone })
  },
}

describe('a request with an abbreviation for its zone', () => {
  it.each(Object.entries(DOORS))(
    'is refused with the zone that may be meant, and keeps nothing: %s',
    async (_name, send) => {
      const scene = await aScene()
      for (const name of REFUSED) {
        const { status, body } = await send(scene, name)
        const sentence = JSON.stringify(body)
        expect({ name, status: status === 200 ? 400 : status }).toEqual({ name, status: 400 })
        expect(sentence).toContain(zoneDemand(name))
      }
      expect((await scene.call('GET', scene.slots)).body['upcoming']).toEqual([])
      const listed = (await scene.call('GET', '/posts?limit=100')).body['posts'] as Body[]
      expect(listed.filter(({ timezone }) => timezone !== 'UTC')).toEqual([])
    },
  )

  it('is told by validating, which sends nothing', async () => {
    const { call, content, scheduledFor } = await aScene()
    const { body } = await call('POST', '/posts/validate', { ...content, scheduledFor, timezone: 'BST' })
    expect(JSON.stringify(body)).toContain('BST is not a time zone; write it like Europe/London')
  })
})

/** As requests kept them before abbreviations were refused. */
async function aStoredPlan(timezone: string) {
  const scene = await aScene()
  const { test, call, slots, weekly } = scene
  await call('PUT', slots, { timezone: 'UTC', weekly })
  const accountId = String((await call('GET', slots)).body['accountId'])
  const stored = await test.ports.slots.get(accountId)
  if (stored) {
    const change = {
      accountId,
      version: stored.version,
      plan: { ...stored.plan, timezone },
      from: test.clock.now(),
    }
    await test.ports.slots.replace(change, () => true)
  }
  return scene
}

describe('slots that were stored with an abbreviation for their zone', () => {
  it('are shown with what is wrong, take no post, and can be replaced', async () => {
    const { call, slots, content, weekly } = await aStoredPlan('BST')
    const shown = await call('GET', slots)
    expect(shown).toMatchObject({ status: 200, body: { timezone: 'BST', upcoming: [] } })
    expect(shown.body['zoneProblem']).toContain('write it like Europe/London')
    expect((shown.body['weekly'] as Body)['monday']).toEqual(['09:00'])
    const next = await call('POST', '/schedule', { ...content, nextSlot: true })
    expect(next).toMatchObject({ status: 400, body: { code: 'INVALID_SCHEDULE' } })
    expect(next.body['error']).toContain('write it like Europe/London')
    expect((await call('GET', '/attention')).status).toBe(200)
    const saved = await call('PUT', slots, { timezone: 'Europe/London', weekly })
    expect(saved).toMatchObject({ status: 200, body: { timezone: 'Europe/London', zoneProblem: null } })
    expect(saved.body['upcoming']).not.toEqual([])
  })

  it('keep no series from going on', async () => {
    const { call, scheduled } = await aStoredPlan('JST')
    const id = await scheduled('Europe/Berlin')
    const { status, body } = await call('PUT', `/posts/${id}/recurrence`, { every: 'weekly' })
    expect({ status, timezone: body['timezone'] }).toEqual({ status: 200, timezone: 'Europe/Berlin' })
  })
})

describe('a post that was stored with an abbreviation for its zone', () => {
  it('is refused as a series with what to do, and can be given another zone', async () => {
    const { test, call, scheduled } = await aScene()
    const stored = aPost({
      ...(await test.ports.posts.get(await scheduled('UTC'))),
      id: UUID_EXAMPLE,
      timezone: 'IST',
    })
    await test.ports.ledger.accept(stored, aJob(stored))
    const { id } = stored
    const recur = () => call('PUT', `/posts/${id}/recurrence`, { every: 'weekly' })
    const refused = await recur()
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_STATUS' } })
    expect(refused.body['error']).toContain('write it like Asia/Kolkata or Europe/Dublin')
    expect((await call('PUT', `/schedule/${id}`, { timezone: 'Asia/Kolkata' })).status).toBe(200)
    expect(await recur()).toMatchObject({ status: 200, body: { timezone: 'Asia/Kolkata' } })
    expect((await createRecurrences(test.ports).list()).series).toHaveLength(1)
  })
})
