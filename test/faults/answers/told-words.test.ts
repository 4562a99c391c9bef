// A platform that repeats our token, at length, wherever it may say something: what is kept of it for people is short and
// opens nothing.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { HOUR } from '../../../core/time.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { createWorld, type World } from '../publishing-world.ts'

const FILLER = 'so much to say '
const WORDS = `${SANDBOX_ACCESS_TOKEN} ${btoa(SANDBOX_ACCESS_TOKEN)} ${FILLER.repeat(65_000)}`
const ERROR = { message: WORDS, error_user_msg: WORDS, error_user_title: WORDS, fbtrace_id: WORDS, code: 100 }

let world: World | undefined

const json = (body: object, { status = 200, headers = {} } = {}) =>
  new Response(JSON.stringify(body), { status, headers })

async function publishWith(answers: (response: Response, request: Request) => Promise<Response>) {
  world = await createWorld({ answers })
  const id = await world.publish('told', 'image', { firstComment: 'first' })
  await world.run(undefined, 26 * HOUR)
  const [post, attempts] = [await world.post(id), await world.stores.ledger.listAttempts(id)]
  return { post, attempts, database: readFileSync(world.backUp(), 'latin1') }
}

function expectShortAndSafe({ post, attempts, database }: Awaited<ReturnType<typeof publishWith>>): void {
  expect(database).not.toContain(SANDBOX_ACCESS_TOKEN)
  expect(database).not.toContain(btoa(SANDBOX_ACCESS_TOKEN).replace(/=+$/, ''))
  expect(database).not.toContain(FILLER.repeat(70))
  expect(database).toContain(FILLER.repeat(2))
  expect(JSON.stringify(post).length).toBeLessThan(8_000)
  for (const step of attempts) expect(JSON.stringify(step).length).toBeLessThan(1_500)
}

it('keeps a container’s status short and safe', async () => {
  const told = await publishWith(async (response, request) =>
    request.url.includes('status_code')
      ? json({ status_code: 'ERROR', status: `Error: ${WORDS}` })
      : response,
  )
  expect(told.post).toMatchObject({ status: 'FAILED' })
  expectShortAndSafe(told)
})

it('keeps a refusal short and safe', async () => {
  const told = await publishWith(async (_response, request) => {
    const headers = { 'x-fb-trace-id': WORDS.slice(0, 500) }
    return request.method === 'POST' ? json({ error: ERROR }, { status: 400, headers }) : json({ data: [] })
  })
  expect(told.post).toMatchObject({ status: 'FAILED' })
  expectShortAndSafe(told)
})

it('keeps the refusal of a first comment and the address of the post short and safe', async () => {
  const told = await publishWith(async (response, request) => {
    if (request.url.includes('/comments')) return json({ error: ERROR }, { status: 400 })
    if (!request.url.includes('permalink')) return response
    const text = await response.text()
    return new Response(text.replaceAll(/("permalink":"[^"]+)"/g, `$1?access_token=${SANDBOX_ACCESS_TOKEN}"`))
  })
  expect(told.post).toMatchObject({ status: 'PUBLISHED', igPermalink: expect.stringMatching(/^http[^?]+$/) })
  expect(told.post.warnings).toMatchObject([{ code: 'COMMENT_NOT_POSTED' }])
  expectShortAndSafe(told)
})
