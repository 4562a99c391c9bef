// What clients and the server have said to each other, recorded from the official client in both eras: the bytes on the wire stay what
// clients of today rely on when a library is updated on both sides.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wireServer, type WiredServer } from '../wired-server.ts'
import { newKey } from './mcp-client.ts'

interface Turn {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: unknown
  readonly status: number
  readonly answer: object | null
}

const FILE = join(import.meta.dirname, '../../../fixtures/mcp-conversation.json')
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, readonly Turn[]>

let server: WiredServer
beforeAll(async () => {
  server = await wireServer()
})
afterAll(() => server.close())

describe.each(Object.entries(recorded))('a recorded client %s', (_era, turns) => {
  it('gets the answers that it got', async () => {
    const authorization = `Bearer ${await newKey(server, 'draft')}`
    for (const { method, headers, body, status, answer } of turns) {
      const init = {
        method,
        headers: { ...headers, authorization },
        ...(body !== null && { body: JSON.stringify(body) }),
      }
      const response = await server.server.app.fetch(new Request(`${server.origin}/mcp`, init))
      const message = messageOf(await response.text())
      expect({ status: response.status, message }).toMatchObject({ status, message: answer })
    }
  })
})

/** Of a JSON body, or of the one event of a stream. */
function messageOf(text: string): unknown {
  return text === '' ? null : JSON.parse(text.replace(/^event: message\ndata: /, ''))
}
