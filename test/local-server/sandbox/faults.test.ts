import { describe, expect, it } from 'vitest'
import type { FaultRequest } from '../../../local-server/sandbox/faults/fault.ts'
import type { SandboxCall } from '../../../local-server/sandbox/calls.ts'
import {
  answerOf,
  AS_PAGE,
  BY_PARTNER,
  BY_PLATFORM,
  HARBOUR,
  idOf,
  jpeg,
  openKitchen,
  picture,
  PICTURE,
  refusalOf,
} from './kitchen.ts'

/** Publishes one post while a fault waits, and tells what the client saw and what is live. */
async function publishUnder(fault: FaultRequest) {
  const kitchen = openKitchen()
  kitchen.sandbox.faults.add(fault)
  const response = await kitchen.publish(await kitchen.container())
  const seen = { status: response.status, body: await response.text().catch(() => 'connection lost') }
  return { ...seen, live: kitchen.sandbox.live().length, waits: kitchen.waits }
}

describe('a fault on publish', () => {
  it('drops the connection before anything happened', async () => {
    const { body, live } = await publishUnder({ on: 'publish', mode: 'drop' })
    expect({ body, live }).toEqual({ body: 'connection lost', live: 0 })
  })

  it('drops the connection after the post went live', async () => {
    const { body, live } = await publishUnder({ on: 'publish', mode: 'drop', effect: 'after' })
    expect({ body, live }).toEqual({ body: 'connection lost', live: 1 })
  })

  it('tells a service failure before or after the effect', async () => {
    const before = await publishUnder({ on: 'publish', mode: 'server-error' })
    expect(before).toMatchObject({ status: 500, live: 0, body: expect.stringContaining('"code":2') })
    const after = await publishUnder({ on: 'publish', mode: 'server-error', effect: 'after' })
    expect(after).toMatchObject({ status: 500, live: 1 })
  })

  it('tells a blocked action although the post is live', async () => {
    const { status, live, body } = await publishUnder({
      on: 'publish',
      mode: 'action-blocked',
      effect: 'after',
    })
    expect({ status, live }).toEqual({ status: 400, live: 1 })
    expect(body).toContain('"error_subcode":2207051')
  })

  it('answers nothing, a page or half an object with 200', async () => {
    const answers = await Promise.all([
      publishUnder({ on: 'publish', mode: 'empty', effect: 'after' }),
      publishUnder({ on: 'publish', mode: 'html', effect: 'after' }),
      publishUnder({ on: 'publish', mode: 'half-json', effect: 'after' }),
    ])
    expect(answers.map(({ status, live }) => [status, live])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ])
    expect(answers.map(({ body }) => body)).toEqual(['', expect.stringContaining('<!doctype'), '{"id":"1790'])
  })

  it('answers late: before or after acting, or without', async () => {
    const before = await publishUnder({ on: 'publish', mode: 'delay', ms: 61_000 })
    expect(before).toMatchObject({ status: 200, live: 1, waits: [61_000] })
    const after = await publishUnder({ on: 'publish', mode: 'delay', ms: 61_000, effect: 'after' })
    expect(after).toMatchObject({ status: 200, live: 1, waits: [61_000] })
    const never = await publishUnder({ on: 'publish', mode: 'delay', ms: 61_000, effect: 'none' })
    expect(never).toMatchObject({ body: 'connection lost', live: 0 })
  })

  it('stays silent until the caller gives up', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({ on: 'publish', mode: 'silence', effect: 'after' })
    const body = new URLSearchParams({
      creation_id: await kitchen.container(),
      access_token: 'IGSANDBOXtest',
    })
    const caller = new AbortController()
    const path = '/sandbox/graph.instagram.com/v25.0/me/media_publish'
    const answer = kitchen.sandbox.app.request(path, { method: 'POST', body, signal: caller.signal })
    caller.abort()
    await expect((await answer).text()).rejects.toThrow()
    expect(kitchen.sandbox.live()).toHaveLength(1)
  })

  it('repeats known lags as often as asked, then lets the call through', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({ on: 'publish', mode: 'not-ready', times: 2 })
    kitchen.sandbox.faults.add({ on: 'publish', mode: 'media-not-found' })
    const id = await kitchen.container()
    expect(await refusalOf(await kitchen.publish(id))).toBe('400 9007/2207027')
    expect(await refusalOf(await kitchen.publish(id))).toBe('400 9007/2207027')
    expect(await refusalOf(await kitchen.publish(id))).toBe('400 24/2207006')
    expect((await kitchen.publish(id)).status).toBe(200)
  })

  it('tells a reached rate limit in the usage headers too', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({ on: 'publish', mode: 'rate-limited' })
    kitchen.sandbox.faults.add({ on: 'publish', mode: 'business-rate-limited' })
    const byApp = await kitchen.publish('1')
    expect(JSON.parse(byApp.headers.get('x-app-usage') ?? '')).toMatchObject({ call_count: 100 })
    expect(await refusalOf(byApp)).toBe('429 4')
    const byAccount = await kitchen.publish('1')
    expect(byAccount.headers.get('x-business-use-case-usage')).toContain(
      '"estimated_time_to_regain_access":5',
    )
    expect(await refusalOf(byAccount)).toBe('400 80002')
  })
})

describe('a fault on other calls', () => {
  it('tells in the headers of a right answer how much of the limits is used', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({ on: 'status', mode: 'usage', percent: 85, minutes: 12 })
    const id = await kitchen.container()
    const response = await kitchen.call('GET', `/${id}`, { fields: 'status_code' })
    expect(JSON.parse(response.headers.get('x-app-usage') ?? '')).toMatchObject({ call_count: 85 })
    const business = response.headers.get('x-business-use-case-usage')
    expect(JSON.parse(business ?? '')).toMatchObject({
      '17841460012345678': [{ call_count: 85, estimated_time_to_regain_access: 12 }],
    })
    expect(await answerOf(response)).toMatchObject({ status_code: 'FINISHED' })
  })

  it('wraps one answer as the documents do', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({ on: 'me', mode: 'wrapped' })
    const me = () => kitchen.call('GET', '/me', { fields: 'username' })
    expect(await answerOf(await me())).toMatchObject({ data: [{ username: 'demo.kitchen' }] })
    expect(await answerOf(await me())).toMatchObject({ username: 'demo.kitchen' })
  })

  it('ends a container in words alone', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({
      on: 'create',
      mode: 'container',
      processing: 360_000,
      failure: 'Error: Fatal',
    })
    const id = await kitchen.container()
    kitchen.advance(360_000)
    kitchen.sandbox.faults.add({ on: 'status', mode: 'no-status-code', text: 'Error: Fatal' })
    expect(await kitchen.status(id)).toEqual({ id, status: 'Error: Fatal' })
    expect(await kitchen.status(id)).toMatchObject({ status_code: 'ERROR', status: 'Error: Fatal' })
  })

  it('refuses a creation with the numbers asked for', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({ on: 'create', mode: 'error', code: -1, subcode: 2207032, message: 'no' })
    expect(await refusalOf(await kitchen.create())).toBe('400 -1/2207032')
    expect((await kitchen.create()).status).toBe(200)
  })

  it('loses the answer of a creation that happened', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({ on: 'create', mode: 'drop', effect: 'after' })
    await expect((await kitchen.create()).text()).rejects.toThrow()
    expect(await kitchen.container()).toBe('17900000000000002')
  })

  it('gives the next container another life', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({
      on: 'create',
      mode: 'container',
      processing: 'forever',
      failure: 'Error: x',
    })
    kitchen.sandbox.faults.add({
      on: 'create',
      mode: 'container',
      publishedLag: 20_000,
      secondPublish: 'same-id',
    })
    expect((await kitchen.status(await kitchen.container())).status_code).toBe('IN_PROGRESS')
    const id = await kitchen.container()
    const first = await answerOf(await kitchen.publish(id))
    expect(await answerOf(await kitchen.publish(id))).toEqual(first)
    expect((await kitchen.status(id)).status_code).toBe('FINISHED')
  })

  it('makes a container’s status lie', async () => {
    const kitchen = openKitchen()
    const { faults } = kitchen.sandbox
    const id = await kitchen.container()
    await kitchen.publish(id)
    faults.add({ on: 'status', mode: 'in-progress' })
    faults.add({ on: 'status', mode: 'finished' })
    faults.add({ on: 'status', mode: 'failed', text: 'Error: 2207085' })
    faults.add({ on: 'status', mode: 'no-status-code' })
    expect(await kitchen.status(id)).toMatchObject({ status_code: 'IN_PROGRESS', id })
    expect(await kitchen.status(id)).toMatchObject({ status_code: 'FINISHED', id })
    expect(await kitchen.status(id)).toEqual({ status_code: 'ERROR', status: 'Error: 2207085', id })
    expect(await kitchen.status(id)).toEqual({ status: expect.stringMatching(/^Error: .*2207082/), id })
    expect(await kitchen.status(id)).toMatchObject({ status_code: 'PUBLISHED' })
  })

  it('makes reads fail as if nothing were there', async () => {
    const kitchen = openKitchen()
    const media = await kitchen.post()
    kitchen.sandbox.faults.add({ on: 'read', mode: 'object-missing' })
    kitchen.sandbox.faults.add({ on: 'list', mode: 'token-expired' })
    expect(await refusalOf(await kitchen.call('GET', `/${media}`))).toBe('400 100/33')
    expect(await refusalOf(await kitchen.call('GET', '/me/media'))).toBe('401 190/463')
  })
})

describe('aiming a fault', () => {
  it('strikes only posts whose caption holds a text, on every call about them', async () => {
    const kitchen = openKitchen()
    const plum = await kitchen.container({ caption: 'plum #7' })
    const fig = await kitchen.container({ caption: 'fig #8' })
    kitchen.sandbox.faults.add({ on: 'publish', mode: 'not-ready', match: { captionIncludes: '#8' } })
    kitchen.sandbox.faults.add({ on: 'status', mode: 'in-progress', match: { captionIncludes: '#8' } })
    expect((await kitchen.publish(plum)).status).toBe(200)
    expect((await kitchen.status(plum)).status_code).toBe('PUBLISHED')
    expect(await refusalOf(await kitchen.publish(fig))).toBe('400 9007/2207027')
    expect((await kitchen.status(fig)).status_code).toBe('IN_PROGRESS')
  })

  it('strikes one part of an album by its address, and the parts by the album’s caption afterwards', async () => {
    const kitchen = openKitchen()
    const { faults } = kitchen.sandbox
    const second = `${PICTURE}?second`
    kitchen.pictures.set(second, () => picture(jpeg(1080, 1080)))
    faults.add({ on: 'create', mode: 'not-fetched', match: { urlIncludes: '?second', kind: 'child' } })
    const part = (image_url: string) => kitchen.create({ image_url, is_carousel_item: 'true' })
    const first = await answerOf<{ id: string }>(await part(PICTURE))
    expect((await kitchen.create({ image_url: second })).status).toBe(200)
    expect(await refusalOf(await part(second))).toBe('400 9004/2207052')
    const again = await answerOf<{ id: string }>(await part(second))
    const children = `${first.id},${again.id}`
    await kitchen.container({ image_url: '', media_type: 'CAROUSEL', children, caption: 'album #9' })
    faults.add({ on: 'status', mode: 'in-progress', match: { captionIncludes: '#9' } })
    expect((await kitchen.status(again.id)).status_code).toBe('IN_PROGRESS')
    expect((await kitchen.status(again.id)).status_code).toBe('FINISHED')
  })

  it('strikes one kind of post, and one account', async () => {
    const kitchen = openKitchen()
    const { faults } = kitchen.sandbox
    faults.add({ on: 'create', mode: 'creation-failed', match: { kind: 'story' } })
    faults.add({ on: 'me', mode: 'checkpointed', match: { username: 'harbour.bakery' } })
    expect((await kitchen.create()).status).toBe(200)
    expect(await refusalOf(await kitchen.create({ media_type: 'STORIES' }))).toBe('400 -1/2207032')
    expect((await kitchen.call('GET', '/me')).status).toBe(200)
    expect(await refusalOf(await kitchen.callAs(BY_PLATFORM)('GET', '/me'))).toBe('400 190/459')
  })

  it('makes reads lie to a Page’s token only', async () => {
    const kitchen = openKitchen()
    const [asPage, asPerson] = [kitchen.callAs(AS_PAGE), kitchen.callAs(BY_PARTNER)]
    kitchen.sandbox.faults.add({ on: 'status', mode: 'object-missing', times: 9, match: { token: 'page' } })
    const id = await idOf(await asPage('POST', `/${HARBOUR}/media`, { image_url: PICTURE }))
    expect(await refusalOf(await asPage('GET', `/${id}`))).toBe('400 100/33')
    expect((await asPerson('GET', `/${id}`)).status).toBe(200)
    expect((await asPage('POST', `/${HARBOUR}/media_publish`, { creation_id: id })).status).toBe(200)
  })

  it('lets as many calls pass as asked', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.faults.add({ on: 'me', mode: 'server-error', skip: 1, times: 1 })
    const statuses = [
      await kitchen.call('GET', '/me'),
      await kitchen.call('GET', '/me'),
      await kitchen.call('GET', '/me'),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([200, 500, 200])
  })
})

describe('asking for faults over HTTP', () => {
  const ask = (kitchen: ReturnType<typeof openKitchen>, body: string, type = 'application/json') =>
    kitchen.sandbox.app.request('/sandbox/faults', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })

  it('adds, lists and clears', async () => {
    const kitchen = openKitchen()
    expect((await ask(kitchen, '{"on":"publish","mode":"empty","times":3}')).status).toBe(201)
    const listed = await kitchen.sandbox.app.request('/sandbox/faults')
    expect(await listed.json()).toEqual({
      pending: [{ on: 'publish', mode: 'empty', times: 3, skip: 0, effect: 'before', match: {} }],
    })
    expect((await kitchen.sandbox.app.request('/sandbox/faults', { method: 'DELETE' })).status).toBe(204)
    expect(kitchen.sandbox.faults.pending()).toEqual([])
  })

  it('takes JSON only, as any browser would ask first for that', async () => {
    const kitchen = openKitchen()
    expect((await ask(kitchen, '{"on":"me","mode":"drop"}', 'text/plain')).status).toBe(415)
    expect(kitchen.sandbox.faults.pending()).toEqual([])
  })

  it('refuses modes, calls and parameters that it does not know', async () => {
    const kitchen = openKitchen()
    expect((await ask(kitchen, '{"on":"me","mode":"explode"}')).status).toBe(400)
    expect((await ask(kitchen, '{"on":"everything","mode":"drop"}')).status).toBe(400)
    expect((await ask(kitchen, '{"on":"me","mode":"drop","time":2}')).status).toBe(400)
    expect((await ask(kitchen, '{"on":"publish","mode":"in-progress"}')).status).toBe(400)
    expect((await ask(kitchen, 'drop it')).status).toBe(400)
  })
})

describe('telling the sandbox how to behave', () => {
  const change = (kitchen: ReturnType<typeof openKitchen>, body: object) =>
    kitchen.sandbox.app.request('/sandbox/behaviour', { method: 'PATCH', body: JSON.stringify(body) })

  it('changes the account and the containers to come', async () => {
    const kitchen = openKitchen()
    const before = await kitchen.container()
    const changed = await change(kitchen, { quota: 25, containers: { processing: 40_000 } })
    expect(await changed.json()).toMatchObject({ quota: 25, containers: { processing: 40_000 } })
    expect(await (await kitchen.sandbox.app.request('/sandbox/behaviour')).json()).toMatchObject({
      quota: 25,
    })
    const limit = await kitchen.call('GET', '/me/content_publishing_limit', { fields: 'config' })
    expect(await answerOf(limit)).toMatchObject({ data: [{ config: { quota_total: 25 } }] })
    expect((await kitchen.status(before)).status_code).toBe('FINISHED')
    expect((await kitchen.status(await kitchen.container())).status_code).toBe('IN_PROGRESS')
  })

  it('refuses what it does not know', async () => {
    const kitchen = openKitchen()
    expect((await change(kitchen, { quota: 26 })).status).toBe(400)
    expect((await change(kitchen, { mood: 'bad' })).status).toBe(400)
  })

  it('reads captions back without their @ signs', async () => {
    const kitchen = openKitchen({ behaviour: { captionsWithoutAt: true } })
    const id = await kitchen.post({ caption: 'With @ada' })
    expect(await answerOf(await kitchen.call('GET', `/${id}`, { fields: 'caption' }))).toEqual({
      id,
      caption: 'With ada',
    })
  })
})

describe('watching calls', () => {
  it('tells each call before and after its effect', async () => {
    const seen: (SandboxCall & { live: number })[] = []
    const kitchen = openKitchen({
      onCall: (call) => void seen.push({ ...call, live: kitchen.sandbox.live().length }),
    })
    const id = await kitchen.container({ caption: 'figs' })
    await kitchen.publish(id)
    const about = { on: 'publish', id, caption: 'figs', kind: 'image', username: 'demo.kitchen' }
    expect(seen.slice(2)).toMatchObject([
      { ...about, phase: 'before', httpStatus: null, live: 0 },
      { ...about, phase: 'after', httpStatus: 200, live: 1 },
    ])
  })

  it('drops the connection where the watcher throws, with the effect only when it came before', async () => {
    const throwing = (phase: string) => (call: SandboxCall) => {
      if (call.on === 'publish' && call.phase === phase) throw new Error('killed')
    }
    const before = openKitchen({ onCall: throwing('before') })
    await expect((await before.publish(await before.container())).text()).rejects.toThrow()
    expect(before.sandbox.live()).toHaveLength(0)
    const after = openKitchen({ onCall: throwing('after') })
    await expect((await after.publish(await after.container())).text()).rejects.toThrow()
    expect(after.sandbox.live()).toHaveLength(1)
  })
})

describe('the witness over HTTP', () => {
  it('tells what is live to anyone who has the token', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post({ caption: 'figs' })
    const headers = { authorization: 'Bearer IGSANDBOXtest' }
    const live = await kitchen.sandbox.app.request('/sandbox/live', { headers })
    expect(await live.json()).toMatchObject([{ id, caption: 'figs', containerId: '17900000000000001' }])
    expect((await kitchen.sandbox.app.request('/sandbox/live')).status).toBe(401)
  })
})
