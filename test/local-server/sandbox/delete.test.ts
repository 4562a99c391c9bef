import { describe, expect, it } from 'vitest'
import { createMemorySandboxStore } from '../../fakes/memory-sandbox-store.ts'
import {
  answerOf,
  AS_PAGE,
  BY_PARTNER,
  BY_PLATFORM,
  HARBOUR,
  openKitchen,
  partnerLoginWith,
  refusalOf,
} from './kitchen.ts'

async function withPost(fields: Record<string, string> = {}) {
  const kitchen = openKitchen()
  const call = kitchen.callAs(BY_PARTNER)
  return { kitchen, call, id: await kitchen.postAs(BY_PARTNER, fields) }
}

describe('deleting a post', () => {
  it('takes it down for good, and is told so', async () => {
    const { kitchen, call, id } = await withPost({ caption: 'Buns' })
    const [live] = kitchen.sandbox.live()
    expect(await answerOf(await call('DELETE', `/${id}`))).toEqual({ success: true, deleted_id: id })
    expect(kitchen.sandbox.live()).toEqual([])
    expect(await refusalOf(await call('GET', `/${id}`))).toBe('400 100/33')
    expect(await answerOf(await call('GET', `/${HARBOUR}/media`))).toEqual({ data: [] })
    const page = await kitchen.sandbox.app.request(new URL(live?.permalink ?? '').pathname)
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('It was deleted.')])
    expect((await kitchen.sandbox.app.request(`/sandbox/media/${id}.jpg`)).status).toBe(404)
    const status = await call('GET', `/${live?.containerId}`, { fields: 'status_code' })
    expect(await answerOf(status)).toMatchObject({ status_code: 'PUBLISHED' })
  })

  it('gives no place in the quota back', async () => {
    const { call, id } = await withPost()
    await call('DELETE', `/${id}`)
    const limit = await call('GET', `/${HARBOUR}/content_publishing_limit`)
    expect(await answerOf(limit)).toEqual({ data: [{ quota_usage: 1 }] })
  })

  it('cannot tell what is gone from what never was', async () => {
    const { call, id } = await withPost()
    await call('DELETE', `/${id}`)
    expect(await refusalOf(await call('DELETE', `/${id}`))).toBe('400 100/33')
    expect(await refusalOf(await call('DELETE', '/18000000000009999'))).toBe('400 100/33')
  })

  it('is not for the platform’s own login, nor for a Page’s token', async () => {
    const { kitchen, id } = await withPost()
    expect(await refusalOf(await kitchen.callAs(BY_PLATFORM)('DELETE', `/${id}`))).toBe('400 100/33')
    expect(await refusalOf(await kitchen.callAs(AS_PAGE)('DELETE', `/${id}`))).toBe('400 100/33')
    expect(kitchen.sandbox.live()).toHaveLength(1)
  })

  it('works for stories', async () => {
    const { kitchen, call, id } = await withPost({ media_type: 'STORIES' })
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect(kitchen.sandbox.live()).toEqual([])
  })

  it('can fail as it did in the wild', async () => {
    const { kitchen, call, id } = await withPost()
    kitchen.sandbox.faults.add({ on: 'delete', mode: 'delete-unsupported' })
    kitchen.sandbox.faults.add({ on: 'delete', mode: 'fatal' })
    kitchen.sandbox.faults.add({ on: 'delete', mode: 'permission-missing' })
    kitchen.sandbox.faults.add({ on: 'delete', mode: 'drop', effect: 'after' })
    expect(await refusalOf(await call('DELETE', `/${id}`))).toBe('400 -1/2207073')
    expect(await refusalOf(await call('DELETE', `/${id}`))).toBe('400 -1/2207085')
    expect(await refusalOf(await call('DELETE', `/${id}`))).toBe('400 10')
    await expect((await call('DELETE', `/${id}`)).text()).rejects.toThrow()
    expect(kitchen.sandbox.live()).toEqual([])
  })

  it('survives a restart', async () => {
    const store = createMemorySandboxStore()
    const before = openKitchen({ store })
    const id = await before.postAs(BY_PARTNER)
    await before.callAs(BY_PARTNER)('DELETE', `/${id}`)
    const after = openKitchen({ store })
    expect(after.sandbox.live()).toEqual([])
    expect(await refusalOf(await after.callAs(BY_PARTNER)('GET', `/${id}`))).toBe('400 100/33')
  })
})

describe('changing a post', () => {
  it('switches comments, and nothing else', async () => {
    const { call, id } = await withPost()
    expect(await answerOf(await call('POST', `/${id}`, { comment_enabled: 'false' }))).toEqual({
      success: true,
    })
    const media = await call('GET', `/${id}`, { fields: 'is_comment_enabled' })
    expect(await answerOf(media)).toEqual({ id, is_comment_enabled: false })
    expect(await refusalOf(await call('POST', `/${id}`, { caption: 'new' }))).toBe('400 100')
  })
})

describe('deleting without the permission for it', () => {
  it('is refused as code 10', async () => {
    const { kitchen, id } = await withPost()
    const call = kitchen.callAs(await partnerLoginWith(kitchen.sandbox, 'instagram_basic,pages_show_list'))
    expect(await refusalOf(await call('DELETE', `/${id}`))).toBe('400 10')
    expect(kitchen.sandbox.live()).toHaveLength(1)
  })
})
