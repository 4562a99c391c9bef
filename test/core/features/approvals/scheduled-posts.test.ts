// A scheduled post changes only once a person has approved it, and then to what they were shown.
import { describe, expect, it } from 'vitest'
import type { ApprovalBody } from '../../../../core/api/approvals.ts'
import { DAY, HOUR, toIso } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { bearer, createTestApp, fromPage, jsonRequest } from '../../../fakes/test-app.ts'
import { BASE } from '../../http/served-operations.ts'

const AT = START + 2 * DAY
const LATER = START + DAY

async function aScene() {
  const test = createTestApp()
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const agent = bearer(await test.newKey('an agent', 'approval'))
  const page = fromPage(await test.signIn())
  const send = (path: string, body: unknown, headers: Record<string, string> = agent, method = 'POST') =>
    test.call(path, jsonRequest(method, body, headers))
  const content = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id, caption: 'Agreed' }
  const scheduled = await send(`${BASE}/schedule`, { ...content, scheduledFor: toIso(AT) }, page)
  const { postId } = (await scheduled.json()) as { postId: string }
  const tryToAsk = async (asked: object) => {
    const response = await send(`${BASE}/approvals`, { postId, ...asked })
    return { status: response.status, body: (await response.json()) as ApprovalBody & { code?: string } }
  }
  const ask = async (asked: object) => {
    const { status, body } = await tryToAsk(asked)
    expect(status).toBe(201)
    return body
  }
  const answer = async ({ id, contentHash }: ApprovalBody, how = 'approve') =>
    (await send(`/api/approvals/${id}/${how}`, { contentHash }, page)).status
  const waiting = async () => {
    const response = await test.call(`${BASE}/approvals`, { headers: agent })
    return ((await response.json()) as { approvals: ApprovalBody[] }).approvals
  }
  const post = async () => test.ports.posts.get(postId)
  const edit = (change: object) => send(`${BASE}/schedule/${postId}`, change, page, 'PUT')
  return { test, image, postId, agent, page, send, tryToAsk, ask, answer, waiting, post, edit }
}

const EACH = [
  [
    'moved',
    { action: 'change', change: { scheduledFor: toIso(LATER) } },
    { status: 'SCHEDULED', scheduledFor: LATER, caption: 'Agreed' },
  ],
  [
    'edited',
    { action: 'change', change: { caption: 'Better' } },
    { status: 'SCHEDULED', scheduledFor: AT, caption: 'Better' },
  ],
  ['cancelled', { action: 'cancel' }, { status: 'DRAFT', caption: 'Agreed' }],
] as const

describe.each(EACH)('a scheduled post that a key wants to have %s', (_how, asked, becomes) => {
  it('stays as it is until a person approves, and then becomes what was shown', async () => {
    const { ask, answer, waiting, post } = await aScene()
    const before = await post()
    const request = await ask(asked)
    expect(request.action).toBe(asked.action)
    expect([await waiting(), await post()]).toEqual([[request], before])
    expect(await answer(request)).toBe(204)
    expect([await waiting(), await post()]).toMatchObject([[], becomes])
    expect(await answer(request)).toBe(404)
  })

  it('stays as it is when they decline', async () => {
    const { ask, answer, waiting, post } = await aScene()
    const before = await post()
    const request = await ask(asked)
    expect([await answer(request, 'decline'), await waiting(), await post()]).toEqual([204, [], before])
  })

  it('is asked for no longer once what would become of it is another', async () => {
    const { ask, answer, waiting, edit, post } = await aScene()
    const request = await ask(asked)
    expect((await edit({ locationId: '17' })).status).toBe(200)
    expect([await waiting(), await answer(request)]).toEqual([[], 404])
    expect(await post()).toMatchObject({ status: 'SCHEDULED', scheduledFor: AT, caption: 'Agreed' })
  })

  it('is asked for no longer once it has gone out', async () => {
    const { test, ask, answer, waiting, postId } = await aScene()
    const request = await ask(asked)
    await test.ports.ledger.update(postId, ({ post }) => ({
      post: { ...post, status: 'PUBLISHED' },
      job: null,
    }))
    expect([await waiting(), await answer(request)]).toEqual([[], 404])
  })

  it('is not offered to be taken back: the page that approved it shows what it is now', async () => {
    const { ask, answer } = await aScene()
    const request = await ask(asked)
    expect([await answer(request), await answer(request, 'take-back')]).toEqual([204, 404])
  })
})

describe('a request to change a scheduled post', () => {
  it('shows all that the post would be, and when', async () => {
    const { test, ask } = await aScene()
    const other = await test.anImage()
    const change = { mediaFileId: other.id, scheduledFor: toIso(LATER), timezone: 'Europe/Berlin' }
    expect(await ask({ action: 'change', change })).toMatchObject({
      action: 'change',
      scheduledFor: toIso(LATER),
      timezone: 'Europe/Berlin',
      content: { caption: 'Agreed', items: [{ mediaFileId: other.id }] },
    })
  })

  it('shows no alt text that the change would not send', async () => {
    const { test, image, ask, answer, post } = await aScene()
    await test.ports.media.setAltText(image.id, 'Of the file')
    const request = await ask({ action: 'change', change: { caption: 'Better' } })
    expect(request.content.options.altText).toBeNull()
    expect(await answer(request)).toBe(204)
    expect((await post())?.options ?? '').not.toContain('Of the file')
  })

  it('is another one when it takes the alt texts of the files, too', async () => {
    const { test, image, ask, answer, post } = await aScene()
    await test.ports.media.setAltText(image.id, 'Of the file')
    const shown = await ask({ action: 'change', change: { caption: 'Better' } })
    const other = await ask({ action: 'change', change: { caption: 'Better', altText: null } })
    expect(other.content.options.altText).toBe('Of the file')
    expect([await answer(shown), await post()]).toMatchObject([404, { caption: 'Agreed' }])
  })

  it.each([{ caption: 'Better' }, { scheduledFor: toIso(LATER) }, { locationName: 'The harbour' }])(
    'waits no longer once the post is so, although the process ended before the request was forgotten: %j',
    async (change) => {
      const { test, ask, answer, waiting } = await aScene()
      const asked = await ask({ action: 'change', change })
      const before = await test.ports.settings.get('approvals')
      expect(await answer(asked)).toBe(204)
      await test.ports.settings.put({ approvals: before })
      expect([await waiting(), await answer(asked, 'decline')]).toEqual([[], 404])
    },
  )

  it('still waits when only the owner of the post has changed', async () => {
    const { test, ask, answer, postId } = await aScene()
    const request = await ask({ action: 'cancel' })
    await test.ports.ledger.update(postId, ({ post }) => ({
      post: { ...post, updatedAt: post.updatedAt + 1 },
      job: null,
    }))
    expect(await answer(request)).toBe(204)
  })

  it('ends when it cannot be made of what the post has become, and keeps no other from being listed', async () => {
    const { test, ask, waiting, edit, send, agent } = await aScene()
    const [one, two] = [await test.anImage(), await test.anImage()]
    await ask({ action: 'change', change: { mediaFileId: one.id } })
    const account = (await test.ports.accounts.list())[0]?.id
    const content = { accountId: account, mediaType: 'IMAGE', mediaFileId: one.id }
    const draft = (await (await send(`${BASE}/posts/draft`, content)).json()) as { id: string }
    expect((await send(`${BASE}/approvals`, { postId: draft.id })).status).toBe(201)
    const carousel = { mediaType: 'CAROUSEL', mediaFileIds: [one.id, two.id] }
    expect((await edit(carousel)).status).toBe(200)
    expect((await waiting()).map(({ postId }) => postId)).toEqual([draft.id])
    expect((await test.call(`${BASE}/attention`, { headers: agent })).status).toBe(200)
  })

  it('ends when the post is to go out, or would be', async () => {
    const { ask } = await aScene()
    const moved = await ask({ action: 'change', change: { scheduledFor: toIso(START + HOUR) } })
    expect(moved.expiresAt).toBe(toIso(START + HOUR))
    expect((await ask({ action: 'cancel' })).expiresAt).toBe(toIso(AT))
  })

  it.each([
    ['VALIDATION_ERROR', { action: 'publish' }],
    ['VALIDATION_ERROR', { change: { caption: 7 } }],
    ['INVALID_STATUS', { action: 'send' }],
    ['INVALID_STATUS', { action: 'change', change: { caption: 'Agreed' } }],
    ['INVALID_SCHEDULE', { action: 'change', change: { scheduledFor: toIso(START - DAY) } }],
    ['INVALID_CAROUSEL', { action: 'change', change: { mediaType: 'CAROUSEL' } }],
  ])('that could not be done is refused (%s)', async (code, asked) => {
    const { tryToAsk, waiting } = await aScene()
    expect(await tryToAsk(asked)).toMatchObject({ status: 400, body: { code } })
    expect(await waiting()).toEqual([])
  })

  it('is refused for a draft, which the key changes itself', async () => {
    const { answer, ask, tryToAsk } = await aScene()
    await answer(await ask({ action: 'cancel' }))
    expect(await tryToAsk({ action: 'cancel' })).toMatchObject({ status: 404 })
    expect(await tryToAsk({ action: 'change', change: { caption: 'x' } })).toMatchObject({ status: 404 })
  })
})

it.each([
  [{ action: 'change', scheduledFor: toIso(LATER) }, 'belongs in change'],
  [{ change: { caption: 'Better' }, timezone: 'UTC' }, 'belongs in change'],
  [{ action: 'send', change: { caption: 'Better' } }, 'sent as it is'],
])('a request says where that belongs which would be left out of it: %j', async (asked, error) => {
  const { tryToAsk, waiting } = await aScene()
  expect(await tryToAsk(asked)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(error) },
  })
  expect(await waiting()).toEqual([])
})

describe('a request to cancel a scheduled post', () => {
  it('shows that post as it is, whatever else the key sends', async () => {
    const { test, ask, answer, post } = await aScene()
    const other = await test.anImage()
    const change = { caption: 'Another post', mediaFileId: other.id, scheduledFor: toIso(LATER) }
    const asked = await ask({ action: 'cancel', change })
    const honest = await ask({ action: 'cancel' })
    expect(asked).toEqual(honest)
    expect([await answer(honest), await post()]).toMatchObject([204, { status: 'DRAFT', caption: 'Agreed' }])
  })
})
