// What an agent wants to send waits for a person, who sends exactly what was asked for, once.
import { describe, expect, it } from 'vitest'
import type { ApprovalBody } from '../../../../core/api/approvals.ts'
import { MOST_APPROVALS_OF_A_KEY } from '../../../../core/features/approvals/approvals.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { OPTION_NAMES } from '../../../../core/rules/content/post-options.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { bearer, createTestApp, fromPage, jsonRequest } from '../../../fakes/test-app.ts'
import { BASE, servedOperations } from '../../http/served-operations.ts'

const NO_VIDEO = {
  durationSeconds: null,
  container: null,
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  indexInFront: null,
}

async function aScene() {
  const test = createTestApp()
  const [account, image, other] = [await test.anAccount(), await test.anImage(), await test.anImage()]
  const agent = bearer(await test.newKey('an agent', 'approval'))
  const page = fromPage(await test.signIn())
  const send = (path: string, body: unknown, headers: Record<string, string> = agent, method = 'POST') =>
    test.call(path, jsonRequest(method, body, headers))
  const content = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id, caption: 'As agreed' }
  const drafted = await send(`${BASE}/posts/draft`, content)
  const { id: postId } = (await drafted.json()) as { id: string }
  const ask = async (change: object = {}) => {
    const response = await send(`${BASE}/approvals`, { postId, ...change })
    expect(response.status).toBe(201)
    return (await response.json()) as ApprovalBody
  }
  const answer = async (
    { id, contentHash }: ApprovalBody,
    how = 'approve',
    headers: Readonly<Record<string, string>> = page,
  ) => (await send(`/api/approvals/${id}/${how}`, { contentHash }, headers)).status
  const waiting = async () => {
    const response = await test.call(`${BASE}/approvals`, { headers: agent })
    return ((await response.json()) as { approvals: ApprovalBody[] }).approvals
  }
  const statusOf = async () => (await test.ports.posts.get(postId))?.status
  return { test, account, image, other, agent, page, postId, send, ask, answer, waiting, statusOf }
}

type Send = Awaited<ReturnType<typeof aScene>>['send']

async function aDraft(send: Send, accountId: string, mediaFileId: string): Promise<{ id: string }> {
  const drafted = await send(`${BASE}/posts/draft`, { accountId, mediaType: 'IMAGE', mediaFileId })
  return (await drafted.json()) as { id: string }
}

describe('a post that a key wants to send', () => {
  it('waits, is listed for the person, and goes out once it is approved', async () => {
    const { test, account, agent, ask, answer, waiting, statusOf, postId } = await aScene()
    const asked = await ask()
    expect(await waiting()).toEqual([asked])
    expect(asked).toMatchObject({ postId, accountId: account.id, scheduledFor: null })
    const attention = await test.call(`${BASE}/attention`, { headers: agent })
    expect(await attention.json()).toMatchObject({
      entries: [{ code: 'APPROVAL_WAITING', postId, nextStep: 'approve' }],
    })
    expect(await statusOf()).toBe('DRAFT')
    expect(await answer(asked)).toBe(204)
    expect(await statusOf()).toBe('QUEUED')
    expect(await waiting()).toEqual([])
  })

  it('is shown with the very post that is approved by it', async () => {
    const { test, ask, page, answer, postId, send, statusOf } = await aScene()
    await ask()
    await send(`${BASE}/posts/draft/${postId}`, { caption: 'Agreed anew' }, page, 'PUT')
    await ask()
    const response = await test.call('/api/approvals/waiting', { headers: page })
    const { waiting } = (await response.json()) as {
      waiting: { approval: ApprovalBody; post: PostBody }[]
    }
    expect(waiting).toMatchObject([{ post: { id: postId, caption: 'Agreed anew', mediaFiles: [{}] } }])
    for (const { approval } of waiting)
      expect([await answer(approval), await statusOf()]).toEqual([204, 'QUEUED'])
  })

  it('can still be approved on a page that was opened before the same request was repeated', async () => {
    const { test, ask, answer, waiting, statusOf } = await aScene()
    const shown = await ask()
    test.clock.advance(HOUR)
    const again = await ask()
    expect(await waiting()).toEqual([again])
    expect(Date.parse(again.expiresAt) - Date.parse(shown.expiresAt)).toBe(HOUR)
    expect([await answer(shown), await statusOf()]).toEqual([204, 'QUEUED'])
  })

  it('goes out at the time that was asked for', async () => {
    const { test, ask, answer, postId } = await aScene()
    const at = test.clock.now() + DAY
    expect(await answer(await ask({ scheduledFor: toIso(at), timezone: 'Europe/Berlin' }))).toBe(204)
    expect(await test.ports.posts.get(postId)).toMatchObject({
      status: 'SCHEDULED',
      scheduledFor: at,
      timezone: 'Europe/Berlin',
    })
  })

  it('goes out once, however often and at once it is approved', async () => {
    const { test, ask, answer, page, postId, send, statusOf } = await aScene()
    const asked = await ask()
    const publish = async () => (await send(`${BASE}/posts/draft/${postId}/publish`, {}, page)).status
    const answers = await Promise.all([answer(asked), answer(asked), publish(), answer(asked)])
    expect(answers.filter((status) => status < 300)).toHaveLength(1)
    expect(await statusOf()).toBe('QUEUED')
    expect(await test.ports.ledger.countQueue(test.clock.now())).toMatchObject({ waiting: 1, delayed: 0 })
  })

  it('is not sent twice when the process ended before the request was forgotten', async () => {
    const { test, ask, answer, waiting } = await aScene()
    const asked = await ask()
    const before = await test.ports.settings.get('approvals')
    expect(await answer(asked)).toBe(204)
    await test.ports.settings.put({ approvals: before })
    expect(await waiting()).toEqual([])
    expect(await answer(asked)).toBe(404)
  })

  it('stays a draft when it is declined', async () => {
    const { ask, answer, waiting, statusOf } = await aScene()
    const asked = await ask()
    expect(await answer(asked, 'decline')).toBe(204)
    expect([await waiting(), await statusOf(), await answer(asked)]).toEqual([[], 'DRAFT', 404])
  })
})

describe('what a person is asked to approve', () => {
  it('is shown with every part that is sent, the alt texts of its files included', async () => {
    const { test, image, other, page, postId, send, ask } = await aScene()
    await test.ports.media.setAltText(other.id, 'Of the file')
    const tag = { username: 'anna', x: 0.5, y: 0.25 }
    const parts = {
      mediaType: 'CAROUSEL',
      mediaFileIds: [image.id, other.id],
      caption: 'All of it',
      userTags: [tag],
      collaborators: ['ben'],
      locationId: '123',
    }
    const options = {
      altTexts: [{ mediaFileId: image.id, altText: 'Of the post' }],
      firstComment: 'First!',
      aiGenerated: true,
      commentsEnabled: false,
    }
    const changed = await send(`${BASE}/posts/draft/${postId}`, { ...parts, ...options }, page, 'PUT')
    expect(changed.status).toBe(200)
    const { content } = await ask()
    expect(content).toMatchObject({
      mediaType: 'CAROUSEL',
      caption: 'All of it',
      items: [
        { mediaFileId: image.id, kind: 'image' },
        { mediaFileId: other.id, kind: 'image' },
      ],
      userTags: [tag],
      storyMentions: [],
      collaborators: ['ben'],
      locationId: '123',
      crossPostToPartner: false,
      cover: null,
      options: {
        ...options,
        altTexts: [...options.altTexts, { mediaFileId: other.id, altText: 'Of the file' }],
        audioName: null,
      },
    })
  })

  it('has every option of a post, so that a new one cannot be missing', async () => {
    const { ask } = await aScene()
    expect(Object.keys((await ask()).content.options).toSorted()).toEqual(OPTION_NAMES.toSorted())
  })
})

describe('an approval', () => {
  it.each([
    ['at once', {}, 'QUEUED'],
    ['at its time', { scheduledFor: toIso(START + DAY) }, 'SCHEDULED'],
  ])(
    'can be taken back while its post has not gone out, and is waited for again: %s',
    async (_how, when, sent) => {
      const { ask, answer, waiting, statusOf } = await aScene()
      const asked = await ask(when)
      expect([await answer(asked), await statusOf()]).toEqual([204, sent])
      expect([await answer(asked, 'take-back'), await statusOf()]).toEqual([204, 'DRAFT'])
      const [again] = await waiting()
      expect(again).toMatchObject({ id: asked.id, scheduledFor: asked.scheduledFor, keyId: asked.keyId })
      expect([again && (await answer(again)), await statusOf()]).toEqual([204, sent])
    },
  )

  it('can be taken back, too, when its post is a draft again already: an answer of the Worker was lost', async () => {
    const { ask, answer, waiting, send, page, postId } = await aScene()
    const asked = await ask({ scheduledFor: toIso(START + DAY) })
    await answer(asked)
    await ask({ action: 'cancel' })
    await send(`${BASE}/schedule/${postId}`, {}, page, 'DELETE')
    expect(await answer(asked, 'take-back')).toBe(204)
    const [again] = await waiting()
    expect([again?.id, again && (await answer(again)), await waiting()]).toEqual([asked.id, 204, []])
  })

  it('is not taken back once its post is live', async () => {
    const { test, ask, answer, postId } = await aScene()
    const asked = await ask()
    await answer(asked)
    await test.ports.ledger.update(postId, ({ post }) => ({
      post: { ...post, status: 'PUBLISHED' },
      job: null,
    }))
    expect(await answer(asked, 'take-back')).toBe(400)
  })

  it('that is taken back after somebody has changed the post leaves a draft for which nobody asks', async () => {
    const { ask, answer, waiting, statusOf, postId, send, page } = await aScene()
    const asked = await ask({ scheduledFor: toIso(START + DAY) })
    await answer(asked)
    await send(`${BASE}/schedule/${postId}`, { caption: 'Mine' }, page, 'PUT')
    expect(await answer(asked, 'take-back')).toBe(204)
    expect([await waiting(), await statusOf()]).toEqual([[], 'DRAFT'])
  })

  it('that was never given is not taken back, and none is by a key', async () => {
    const { ask, answer, agent, statusOf } = await aScene()
    const asked = await ask()
    expect(await answer(asked, 'take-back')).toBe(404)
    await answer(asked)
    expect([await answer(asked, 'take-back', agent), await statusOf()]).toEqual([403, 'QUEUED'])
  })
})

describe('a draft that could not be sent', () => {
  it.each([
    ['VALIDATION_ERROR', { mediaFileId: null }, {}],
    ['INVALID_CAROUSEL', { mediaType: 'CAROUSEL', mediaFileIds: [] }, { scheduledFor: toIso(START + DAY) }],
  ])(
    'is refused as publishing or scheduling it would be (%s), and nothing waits',
    async (code, change, when) => {
      const { agent, postId, send, waiting } = await aScene()
      await send(`${BASE}/posts/draft/${postId}`, change, agent, 'PUT')
      const refusal = await send(`${BASE}/approvals`, { postId, ...when })
      expect([refusal.status, await refusal.json()]).toEqual([400, expect.objectContaining({ code })])
      expect(await waiting()).toEqual([])
    },
  )
})

describe('a request for approval ends', () => {
  it('when the draft changes, also to what it was', async () => {
    const { agent, ask, answer, postId, send, waiting, statusOf } = await aScene()
    const asked = await ask()
    for (const caption of ['Something else', 'As agreed'])
      await send(`${BASE}/posts/draft/${postId}`, { caption }, agent, 'PUT')
    expect([await waiting(), await answer(asked), await statusOf()]).toEqual([[], 404, 'DRAFT'])
  })

  it('when another file is made of the upload, or its alt text changes', async () => {
    const { test, image, other, ask, answer, waiting } = await aScene()
    const asked = await ask()
    const { mimeType, fileSize, width, height } = image
    const facts = { ...NO_VIDEO, how: 'fit' as const, mimeType, fileSize, width, height }
    const cut = { path: other.storagePath, publicKey: 'cut', facts }
    await test.ports.media.setProcessed(image.id, cut, {
      isValid: true,
      validationErrors: image.validationErrors,
    })
    expect([await waiting(), await answer(asked)]).toEqual([[], 404])
    const again = await ask()
    await test.ports.media.setAltText(image.id, 'Another text')
    expect([await waiting(), await answer(again)]).toEqual([[], 404])
  })

  it('after three days, or at the time that was asked for', async () => {
    const { test, ask, waiting } = await aScene()
    await ask()
    test.clock.advance(3 * DAY - 1)
    expect(await waiting()).toHaveLength(1)
    test.clock.advance(1)
    expect(await waiting()).toEqual([])
    await ask({ scheduledFor: toIso(test.clock.now() + HOUR) })
    test.clock.advance(HOUR)
    expect(await waiting()).toEqual([])
  })

  it('with its key, and what is asked for with another key goes on waiting', async () => {
    const { test, ask, answer, account, page, send, statusOf } = await aScene()
    const asked = await ask()
    const other = bearer(await test.newKey('another agent', 'approval'))
    const { id } = await aDraft(send, account.id, (await test.anImage()).id)
    const kept = (await (await send(`${BASE}/approvals`, { postId: id }, other)).json()) as ApprovalBody
    expect((await send(`${BASE}/settings/api-keys/${asked.keyId}`, {}, page, 'DELETE')).status).toBe(200)
    expect(await test.call(`${BASE}/approvals`, { headers: other }).then((answer) => answer.json())).toEqual({
      approvals: [kept],
      hasMore: false,
    })
    expect([await answer(asked), await statusOf()]).toEqual([404, 'DRAFT'])
    expect(await answer(kept)).toBe(204)
  })

  it('when it was asked again for another time', async () => {
    const { test, ask, answer, waiting } = await aScene()
    const [first, second] = [await ask(), await ask({ scheduledFor: toIso(test.clock.now() + DAY) })]
    expect(await waiting()).toEqual([second])
    expect([await answer(first), await answer(second)]).toEqual([404, 204])
  })

  it('for a page that shows something else', async () => {
    const { ask, answer, statusOf } = await aScene()
    const asked = await ask()
    expect([await answer({ ...asked, contentHash: 'seen' }), await statusOf()]).toEqual([404, 'DRAFT'])
  })

  it('when what is stored cannot be read', async () => {
    const { test, ask, answer, waiting } = await aScene()
    const asked = await ask()
    for (const approvals of ['nonsense', [{ ...asked, version: 'x' }], [null]]) {
      await test.ports.settings.put({ approvals })
      expect([await waiting(), await answer(asked)]).toEqual([[], 404])
    }
  })
})

describe('the places of posts that wait', () => {
  it('are bounded for each key, so that another key and the page find some', async () => {
    const { test, account, image, send, waiting } = await aScene()
    const askFor = async (headers?: Record<string, string>) => {
      test.clock.advance(MINUTE)
      const { id } = await aDraft(send, account.id, image.id)
      return send(`${BASE}/approvals`, { postId: id }, headers)
    }
    for (let count = 0; count < MOST_APPROVALS_OF_A_KEY; count += 1) expect((await askFor()).status).toBe(201)
    const refused = await askFor()
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({
        code: 'INVALID_STATUS',
        error: expect.stringMatching(/25 posts of this key wait .*approved or declined/) as string,
      }),
    ])
    const other = bearer(await test.newKey('another agent', 'approval'))
    expect((await askFor(other)).status).toBe(201)
    expect((await askFor(fromPage(await test.signIn()))).status).toBe(201)
    expect(await waiting()).toHaveLength(MOST_APPROVALS_OF_A_KEY + 2)
  })
})

describe('a model', () => {
  it('that sets every field it can, over every route, sends nothing', async () => {
    const { test, account, agent, image, postId, send, ask, statusOf } = await aScene()
    const asked = await ask()
    const soon = toIso(test.clock.now() + HOUR)
    const ids = { id: postId, postId, accountId: account.id, mediaFileId: image.id, approvalId: asked.id }
    const wishes = {
      mediaType: 'IMAGE',
      caption: 'Sent',
      scheduledFor: soon,
      timezone: 'UTC',
      isScheduled: true,
    }
    const claims = {
      status: 'QUEUED',
      approved: true,
      confirmed: true,
      rights: 'full',
      keyId: '',
      version: 0,
    }
    const body = {
      ...ids,
      ...wishes,
      ...claims,
      approval: { ...asked, approved: true },
      pollIntervalHours: 6,
    }
    for (const { method, template } of await servedOperations(test))
      for (const id of [postId, asked.id, account.id, image.id]) {
        const path = template.replaceAll(/\{\w+\}/g, id)
        for (const base of [BASE, '/api'])
          await test.app.request(base + path, {
            method,
            headers: { ...agent, 'content-type': 'application/json', origin: 'http://127.0.0.1:4100' },
            ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
          })
        // The limit on requests is not what holds it back.
        test.clock.advance(HOUR / 20)
      }
    for (const how of ['approve', 'decline'])
      expect((await send(`/api/approvals/${asked.id}/${how}`, asked, agent)).status).toBe(403)
    expect(await test.ports.ledger.countQueue(test.clock.now())).toMatchObject({ waiting: 0, delayed: 0 })
    expect(await statusOf()).toBe('DRAFT')
  })

  it('cannot ask with a key that may only draft, nor a page of another origin answer', async () => {
    const { test, page, postId, send, ask, answer } = await aScene()
    const draft = bearer(await test.newKey('another', 'draft'))
    expect((await send(`${BASE}/approvals`, { postId }, draft)).status).toBe(403)
    expect(await answer(await ask(), 'approve', { ...page, origin: 'http://127.0.0.1:4101' })).toBe(401)
  })
})
