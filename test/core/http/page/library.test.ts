import { expect, it, vi } from 'vitest'
import { createTestApp, fromPage, jsonRequest } from '../../../fakes/test-app.ts'

async function libraryOf() {
  const test = createTestApp()
  const headers = fromPage(await test.signIn())
  const { id: accountId } = await test.anAccount()
  const get = async (path: string) => (await test.call(`/api/library${path}`, { headers })).json()
  const post = async (path: string, body: object, method = 'POST') =>
    (await test.call(`/api${path}`, jsonRequest(method, body, headers))).json()
  const draft = (mediaFileId: string, caption: string) =>
    post('/posts/draft', { accountId, mediaType: 'IMAGE', mediaFileId, caption })
  return { test, get, post, draft }
}

it('finds files by what is said of them, what fits and what nothing uses, with their months', async () => {
  const { test, get, draft } = await libraryOf()
  const [used, unused] = [await test.anImage(), await test.anImage()]
  await draft(used.id, 'By the harbour')
  const month = '2026-04'
  const one = (id: string) => ({ ids: [id], months: [{ month, count: 1 }] })
  expect((await get('?timeZone=UTC')).months).toEqual([{ month, count: 2 }])
  expect(await get('?timeZone=UTC&text=%20HARBOUR')).toEqual(one(used.id))
  expect(await get('?timeZone=UTC&unused=true&type=image&worksFor=IMAGE')).toEqual(one(unused.id))
  expect(await get('?timeZone=UTC&worksFor=REELS')).toEqual({ ids: [], months: [] })
  expect(await get('?timeZone=Nowhere')).toMatchObject({ code: 'VALIDATION_ERROR' })
})

it('shows several files at once, and leaves out what is not there', async () => {
  const { test, get } = await libraryOf()
  const [one, two] = [await test.anImage(), await test.anImage()]
  const unknown = [crypto.randomUUID(), 'typed-by-hand'].join('&id=')
  const { files } = (await get(`/files?id=${two.id}&id=${unknown}&id=${one.id}`)) as { files: object[] }
  expect(files).toMatchObject([{ id: two.id }, { id: one.id }])
  expect(await get(`/files?id=${one.id}`)).toMatchObject({ files: [{ id: one.id, unfit: { IMAGE: [] } }] })
})

it('deletes several files, but none that a draft needs', async () => {
  const { test, get, post, draft } = await libraryOf()
  const [used, unused] = [await test.anImage(), await test.anImage()]
  await draft(used.id, 'Keeps it')
  const ids = [used.id, unused.id]
  expect(await post('/library/needed', { ids })).toEqual({ needed: [used.id] })
  expect(await post('/library/delete', { ids })).toEqual({ kept: [used.id] })
  expect(await get('?timeZone=UTC')).toMatchObject({ ids: [used.id] })
})

it('asks once for many files what needs them, and again right before it deletes each', async () => {
  const { test, get, post, draft } = await libraryOf()
  const files = await Promise.all(Array.from({ length: 30 }, () => test.anImage()))
  const ids = files.map(({ id }) => id)
  const used = [ids[3], ids[28]] as string[]
  for (const id of used) await draft(id, 'Keeps it')
  const asked = vi.spyOn(test.ports.planner, 'usedOf')
  expect(await post('/library/needed', { ids })).toEqual({ needed: used })
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await post('/library/delete', { ids })).toEqual({ kept: used })
  expect(asked).toHaveBeenCalledTimes(1 + ids.length)
  expect((await get('?timeZone=UTC')).ids.toSorted()).toEqual(used.toSorted())
})

it('deletes a copy, but neither one that a post needs nor the last one', async () => {
  const { test, get, post, draft } = await libraryOf()
  const [first, used, spare] = await Promise.all([1, 2, 3].map((createdAt) => test.anImage({ createdAt })))
  if (!first || !used || !spare) throw new Error('no images')
  await draft(used.id, 'Keeps it')
  const deleteCopy = (id: string) => post(`/media/${id}/copy`, {}, 'DELETE')
  expect(await deleteCopy(used.id)).toEqual({ kept: [used.id] })
  expect(await deleteCopy(first.id)).toEqual({ kept: [first.id] })
  expect(await deleteCopy(spare.id)).toEqual({ kept: [] })
  expect((await get('?timeZone=UTC')).ids.toSorted()).toEqual([first.id, used.id].toSorted())
})
