// What `nightpost posts edit` makes of a post, against the whole server in this process.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { editPostById, scheduleDraftById } from '../../../local-server/cli/contract/contract.ts'
import { announceRunning } from '../../../local-server/data-folder/running.ts'
import { smallPicture } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { wireServer, type WiredServer } from '../wire/wired-server.ts'

let wired: WiredServer
let accountId: string | undefined
const photo = join(newFolder(), 'photo.jpg')
beforeAll(async () => {
  wired = await wireServer()
  const { dataDir, origin, server } = wired
  announceRunning(dataDir, { origin, life: server.signingIn.life, asService: false }, server.parts.log)
  const { accounts } = (await (await wired.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  accountId = accounts[0]?.id
  writeFileSync(photo, await smallPicture())
})
afterAll(() => wired.close())
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => vi.restoreAllMocks())

const draft = async (content: object) =>
  (await (await wired.send('POST', '/api/v1/posts/draft', { accountId, ...content })).json()) as PostBody
const postOf = async (id: string) => (await (await wired.get(`/api/v1/posts/${id}`)).json()) as PostBody
const edit = (id: string, flags: object) => editPostById(id, { dataDir: wired.dataDir, ...flags })
const countMedia = async () => ((await (await wired.get('/api/v1/media')).json()) as { total: number }).total

it('a story stays a story when it gets another file', async () => {
  const { id: before } = await wired.upload()
  const { id } = await draft({ mediaType: 'STORIES', mediaFileId: before })
  await edit(id, { file: [photo] })
  const { mediaType, mediaFiles } = await postOf(id)
  expect({ mediaType, files: mediaFiles.length }).toEqual({ mediaType: 'STORIES', files: 1 })
  expect(mediaFiles[0]?.id).not.toBe(before)
})

it('alt texts without files are those of the files that the post has', async () => {
  const mediaFileIds = [(await wired.upload()).id, (await wired.upload()).id]
  const { id } = await draft({ mediaType: 'CAROUSEL', mediaFileIds })
  await edit(id, { altText: ['A soup', 'A spoon'] })
  expect((await postOf(id)).altTexts).toEqual([
    { mediaFileId: mediaFileIds[0], altText: 'A soup' },
    { mediaFileId: mediaFileIds[1], altText: 'A spoon' },
  ])
  await expect(edit(id, { altText: ['1', '2', '3'] })).rejects.toMatchObject({
    message: 'There are more alt texts than files.',
  })
})

it('another picture does not keep the alt text of the one before', async () => {
  const { id } = await draft({
    mediaType: 'IMAGE',
    mediaFileId: (await wired.upload()).id,
    altText: 'A soup',
  })
  await edit(id, { caption: 'Dinner' })
  expect((await postOf(id)).altText).toBe('A soup')
  await edit(id, { file: [photo], altText: ['A cake'] })
  expect((await postOf(id)).altText).toBe('A cake')
  expect(JSON.stringify(vi.mocked(process.stdout.write).mock.calls)).not.toContain('alt text')
  await edit(id, { file: [photo] })
  expect((await postOf(id)).altText).toBeNull()
  expect(process.stdout.write).toHaveBeenLastCalledWith(expect.stringContaining('--alt-text gives one'))
})

it('another place does not keep the name of the one before', async () => {
  const { id } = await draft({ mediaType: 'IMAGE', locationId: '110', locationName: 'Café Anna' })
  await edit(id, { place: '220' })
  expect(await postOf(id)).toMatchObject({ locationId: '220', locationName: null })
})

it('a file that cannot be read leaves none of the others in the library', async () => {
  const { id } = await draft({ mediaType: 'IMAGE' })
  const before = await countMedia()
  await expect(edit(id, { file: [photo, `${photo}.gone`] })).rejects.toMatchObject({
    message: `${photo}.gone cannot be read.`,
  })
  expect(await countMedia()).toBe(before)
})

it('a zone without a time is refused, because it would be left out', async () => {
  const { id } = await draft({ mediaType: 'IMAGE' })
  await expect(edit(id, { caption: 'Tea', zone: 'Asia/Tokyo' })).rejects.toMatchObject({ exitCode: 2 })
  expect((await postOf(id)).caption).toBeNull()
})

it('a draft in the next free slot gets the zone that is named', async () => {
  const weekly = { monday: ['09:00'] }
  await wired.send('PUT', `/api/v1/accounts/${accountId}/slots`, { timezone: 'UTC', weekly })
  const { id } = await draft({ mediaType: 'IMAGE', mediaFileId: (await wired.upload()).id })
  await scheduleDraftById(id, { dataDir: wired.dataDir, nextSlot: true, zone: 'Asia/Tokyo' })
  expect(await postOf(id)).toMatchObject({ status: 'SCHEDULED', timezone: 'Asia/Tokyo' })
})
