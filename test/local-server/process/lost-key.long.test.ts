// The sealed tokens in the database and the key beside it come apart, by loss or by somebody's hand: accounts ask to be
// reconnected, nothing else is lost, and nobody speaks for an account with the token of another.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import {
  SANDBOX_CREATOR_TOKEN,
  SANDBOX_PLATFORM_TOKEN,
} from '../../../local-server/sandbox/tokens/known-tokens.ts'
import { publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { liveAt } from '../../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'

async function paste(server: ServerProcess, accessToken: string): Promise<void> {
  const answer = await server.request('/api/auth/accounts/token', {
    method: 'POST',
    headers: { cookie: await server.signIn(), origin: server.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ loginMethod: 'platform', accessToken }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
}

async function accountsOf(server: ServerProcess): Promise<Map<string, string>> {
  const { accounts } = (await (await server.api('/auth/me')).json()) as {
    accounts: { id: string; username: string }[]
  }
  return new Map(accounts.map(({ id, username }) => [username, id]))
}

async function published(server: ServerProcess, username: string, caption: string): Promise<PostBody> {
  const account = (await accountsOf(server)).get(username) ?? ''
  const { id: mediaFileId } = await uploaded(server)
  return terminalPost(server, await publish(server, { accountId: account, mediaFileId, caption }))
}

const ASKS_TO_RECONNECT = {
  status: 'FAILED',
  errorCode: 'TOKEN_EXPIRED',
  recovery: 'reconnect',
  igMediaId: null,
}

it('accounts whose key is lost ask to be reconnected, and work again when they are', async () => {
  let server = await startServer()
  await paste(server, SANDBOX_PLATFORM_TOKEN)
  expect(await published(server, 'harbour.bakery', 'before')).toMatchObject({ status: 'PUBLISHED' })
  await server.stop()
  const file = join(server.dataDir, 'secrets.json')
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  writeFileSync(file, JSON.stringify({ ...secrets, tokenKey: secrets['sessionKey'] }), { mode: 0o600 })
  server = await server.again()
  expect([...(await accountsOf(server)).keys()]).toContain('harbour.bakery')
  expect(await published(server, 'harbour.bakery', 'without a key')).toMatchObject(ASKS_TO_RECONNECT)
  expect((await server.request('/api/v1/health')).status).toBe(200)
  await paste(server, SANDBOX_PLATFORM_TOKEN)
  expect(await published(server, 'harbour.bakery', 'reconnected')).toMatchObject({ status: 'PUBLISHED' })
  expect((await liveAt(server.origin)).map(({ caption }) => caption)).toEqual(['reconnected', 'before'])
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
})

it('tokens that were swapped between two accounts open neither', async () => {
  let server = await startServer()
  await paste(server, SANDBOX_PLATFORM_TOKEN)
  await paste(server, SANDBOX_CREATOR_TOKEN)
  await server.stop()
  const database = new Database(join(server.dataDir, 'nightpost.db'))
  const sealed = new Map(
    database
      .prepare<[], { username: string; sealed_token: string }>('SELECT username, sealed_token FROM accounts')
      .all()
      .map((row) => [row.username, row.sealed_token]),
  )
  const put = database.prepare('UPDATE accounts SET sealed_token = ? WHERE username = ?')
  put.run(sealed.get('harbour.bakery'), 'noor.draws')
  put.run(sealed.get('noor.draws'), 'harbour.bakery')
  database.close()
  server = await server.again()
  for (const username of ['harbour.bakery', 'noor.draws'])
    expect(await published(server, username, `as ${username}`)).toMatchObject(ASKS_TO_RECONNECT)
  expect(await liveAt(server.origin)).toEqual([])
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
})
