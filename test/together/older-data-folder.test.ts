// A data folder that the version before has written: the current version says of it what was said before. (It also finishes what
// was under way in it: older-data-folder.long.test.ts.)
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openHeld, REPLIES } from '../data-folder/opened-folder.ts'
import { unpackFolder } from '../data-folder/packed-folder.ts'
import { page } from '../data-folder/page-requests.ts'
import { repliesOf, type Replies } from '../data-folder/replies.ts'

it('says of every post, file, account, key and mention what the version before has said', async () => {
  const { server } = await openHeld(unpackFolder())
  expect(server.stdout()).toMatch(/Held {3}Nothing is published/)
  const expected = JSON.parse(readFileSync(REPLIES, 'utf8')) as Replies
  // Fields that are new since may be there, too.
  await expect.poll(() => repliesOf(server)).toMatchObject(expected)
  expect(await page(server, '/cloud/deployment')).toMatchObject({ state: 'deployed' })
  const app = { appId: expect.any(String), hasSecret: true }
  expect(await page(server, '/setup')).toMatchObject({ platform: app, partner: app })
})
