// Rounds of kill -9 at any moment of a busy server, and what must hold after each: whatever was answered with success is
// there, and the server comes back at once by itself.
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { accountId, postOf, smallPicture, upload } from '../../../process-harness/client.ts'
import { newChance } from '../../../process-harness/chance.ts'
import { openReadOnly } from '../../../process-harness/database.ts'
import { startSandbox, type SandboxProcess } from '../../../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

/** The sandbox takes a hundred posts a day, as the platform does. */
const MOST_POSTS = 90

/** What the server has acknowledged, by id, as it said it. */
interface Acknowledged {
  readonly keys: Map<string, { readonly name: string; readonly fullKey: string }>
  readonly media: Map<string, unknown>
  readonly posts: Map<string, { readonly caption: string; readonly mediaFileId: string }>
}

const fewest = ({ keys, media, posts }: Acknowledged) => Math.min(keys.size, media.size, posts.size)

async function keepWriting(server: ServerProcess, said: Acknowledged, picture: Buffer<ArrayBuffer>) {
  const keys = async () => {
    for (let i = 0; ; i += 1) {
      const answer = await server.api('/settings/api-keys', { json: { name: `key ${i}` } })
      const { key, fullKey } = (await answer.json()) as { key: { id: string; name: string }; fullKey: string }
      if (answer.status === 201) said.keys.set(key.id, { name: key.name, fullKey })
    }
  }
  const posts = async (most: number) => {
    const account = await accountId(server)
    for (;;) {
      const answer = await upload(server, picture)
      if (answer.status !== 201) continue
      const media = (await answer.json()) as { id: string }
      said.media.set(media.id, media)
      if ((most -= 1) < 0) continue
      const post = { mediaFileId: media.id, caption: `post with ${media.id}` }
      const accepted = await server.api('/posts/publish', {
        json: { accountId: account, mediaType: 'IMAGE', ...post },
      })
      if (accepted.status === 202)
        said.posts.set(((await accepted.json()) as { postId: string }).postId, post)
    }
  }
  await Promise.allSettled([keys(), posts(2), posts(1)])
}

/** Everything that was said, read back from the server, with what a restart may change left out. */
async function expectAllThere(server: ServerProcess, said: Acknowledged): Promise<void> {
  const { keys } = (await (await server.api('/settings/api-keys')).json()) as {
    keys: { id: string; name: string }[]
  }
  const found = new Map(keys.map(({ id, name }) => [id, name]))
  expect([...said.keys].map(([id]) => [id, found.get(id)])).toEqual(
    [...said.keys].map(([id, { name }]) => [id, name]),
  )
  for (const [id, media] of said.media) {
    const answer = await server.api(`/media/${id}`)
    expect([answer.status, await answer.json()]).toEqual([200, media])
  }
  for (const [id, { caption, mediaFileId }] of said.posts) {
    expect(await postOf(server, id)).toMatchObject({ id, caption, mediaFiles: [{ id: mediaFileId }] })
  }
}

/** No post lost, none failed, none twice; what is called published is live under that very id. */
async function expectOnce(server: ServerProcess, sandbox: SandboxProcess, said: Acknowledged): Promise<void> {
  // Before what is live is read: the server goes on publishing meanwhile.
  const found = await Promise.all([...said.posts.keys()].map((id) => postOf(server, id)))
  const live = await sandbox.live()
  const captions = live.map(({ caption }) => caption)
  expect(captions).toEqual([...new Set(captions)])
  for (const { id, status, igMediaId } of found) {
    const caption = said.posts.get(id)?.caption
    if (status === 'PUBLISHED')
      expect(live.filter((media) => media.caption === caption)).toMatchObject([{ id: igMediaId }])
    else expect(['QUEUED', 'PROCESSING', 'PUBLISHING']).toContain(status)
  }
}

export async function survivesKills(rounds: number): Promise<void> {
  const chance = newChance('durability')
  const picture = await smallPicture()
  const sandbox = await startSandbox()
  let server = await startServer({ env: { NIGHTPOST_SANDBOX_URL: sandbox.origin } })
  const { port } = server
  const all: Acknowledged = { keys: new Map(), media: new Map(), posts: new Map() }
  for (let round = 0; round < rounds; round += 1) {
    const said: Acknowledged = { keys: new Map(), media: new Map(), posts: new Map() }
    const writing = keepWriting(server, said, picture)
    // Every other round is killed when all kinds of writes go through for sure, however slow the machine is.
    if (round % 2 === 1) await expect.poll(() => fewest(said)).toBeGreaterThan(0)
    await pause(chance.between(5, 500))
    await server.kill9()
    server = await server.again({ port })
    expect((await server.request('/api/v1/health')).status).toBe(200)
    await writing
    await expectAllThere(server, said)
    for (const [id, post] of said.posts) all.posts.set(id, post)
    for (const [id, key] of said.keys) all.keys.set(id, key)
    for (const [id, media] of said.media) all.media.set(id, media)
    if (all.posts.size > MOST_POSTS) break
  }
  expect(fewest(all)).toBeGreaterThanOrEqual(rounds / 2)
  await expectAllThere(server, all)
  const [newest] = [...all.keys.values()].slice(-1)
  expect((await server.api('/posts', { key: newest?.fullKey ?? '' })).status).toBe(200)
  await expectOnce(server, sandbox, all)
  expect(await server.stop()).toMatchObject({ code: 0 })
  using database = openReadOnly(server.dataDir)
  expect(database.problems()).toEqual([])
}
