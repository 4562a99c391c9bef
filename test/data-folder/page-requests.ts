// Requests as the page sends them, and what a run of several days does again and again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { postOf, uploaded } from '../process-harness/client.ts'
import type { ServerProcess } from '../process-harness/server-process.ts'

/** Of an internal route. Fails unless it is a success. */
export async function page(
  server: ServerProcess,
  path: string,
  json?: unknown,
  method = 'POST',
): Promise<unknown> {
  const headers = { cookie: await server.signIn(), origin: server.origin, 'content-type': 'application/json' }
  const sent = json === undefined ? {} : { method, body: JSON.stringify(json) }
  const answer = await server.request(`/api${path}`, { headers, ...sent })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`)
  return text.startsWith('{') ? JSON.parse(text) : text
}

/** Of the contract. Fails unless it is a success. */
export async function api<T>(
  server: ServerProcess,
  path: string,
  init: RequestInit & { json?: unknown } = {},
): Promise<T> {
  const answer = await server.api(path, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`)
  return JSON.parse(text) as T
}

export async function accountNamed(server: ServerProcess, username: string): Promise<string> {
  const { accounts } = await api<{ accounts: { id: string; username: string }[] }>(server, '/auth/me')
  const account = accounts.find((one) => one.username === username)
  if (!account) throw new Error(`there is no account ${username}`)
  return account.id
}

export async function clip(server: ServerProcess, name: string, type = 'video/mp4'): Promise<string> {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures', name)))
  return (await uploaded(server, bytes, { name, type })).id
}

/** Resolves with the post's id. */
export async function post(server: ServerProcess, body: object, path = '/posts/publish'): Promise<string> {
  const made = await api<{ postId?: string; id?: string }>(server, path, {
    json: { mediaType: 'IMAGE', ...body },
  })
  return made.postId ?? made.id ?? ''
}

export const secondsFromNow = (seconds: number, from = Date.now()) =>
  new Date(from + seconds * 1000).toISOString()

export async function becomes(server: ServerProcess, id: string, expected: Partial<PostBody>): Promise<void> {
  await expect.poll(() => postOf(server, id)).toMatchObject(expected)
}

export async function ofSandbox(origin: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/sandbox${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`)
}

export async function postsOf(server: ServerProcess): Promise<PostBody[]> {
  return (await api<{ posts: PostBody[] }>(server, '/posts?limit=100')).posts
}
