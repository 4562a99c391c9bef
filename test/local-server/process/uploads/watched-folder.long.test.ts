// The watched folder of a running server, with its real five seconds.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { smallPicture } from '../../../process-harness/client.ts'
import { newDataDir, startServer } from '../../../process-harness/server-process.ts'

it('a picture in the folder of an account becomes a draft, with the text beside it', async () => {
  const dataDir = newDataDir()
  const folder = join(dataDir, 'inbox', 'demo.kitchen')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'soup.txt'), 'Soup of the day')
  writeFileSync(join(folder, 'soup.jpg'), await smallPicture())
  const server = await startServer({ dataDir })
  const drafts = async () => (await server.api('/posts?status=DRAFT')).json()
  await expect.poll(drafts).toMatchObject({
    posts: [{ mediaType: 'IMAGE', caption: 'Soup of the day', igPermalink: null }],
  })
  await expect.poll(() => readdirSync(join(dataDir, 'inbox', 'taken'))).toEqual(['soup.jpg', 'soup.txt'])
})
