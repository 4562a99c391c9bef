// The transcript of an agent that plans a week from pictures that it has looked at, with a key that may only ask. What it writes about a
// picture it knows from the picture alone, and a person finds it in the plan once they have approved it.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApprovalBody } from '../../../../core/api/approvals.ts'
import { newFolder } from '../../../process-harness/own-folders.ts'
import { wireServer, type WiredServer } from '../wired-server.ts'
import { connect, newKey } from './mcp-client.ts'

const COLOURS = {
  red: '#d02020',
  green: '#20a030',
  blue: '#2040d0',
  yellow: '#e0d020',
  white: '#f4f4f4',
  black: '#101010',
  pink: '#e070c0',
}
type Colour = keyof typeof COLOURS
const NAMES = Object.keys(COLOURS) as Colour[]
const BYTES_PER_TOKEN = 4

const folder = join(realpathSync(newFolder()), 'for agents')
let server: WiredServer
let client: Client
beforeAll(async () => {
  mkdirSync(folder)
  server = await wireServer({ env: { NIGHTPOST_AGENT_FOLDERS: folder } })
  client = await connect(server, await newKey(server, 'approval'))
  for (const [nth, name] of NAMES.entries())
    writeFileSync(join(folder, `IMG_00${nth}.jpg`), await pictureOf(COLOURS[name]))
})
afterAll(() => server.close())

const pictureOf = (background: string) =>
  sharp({ create: { width: 1080, height: 1350, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** As a model would, from the bytes that it was shown. */
async function colourIn(picture: string): Promise<Colour> {
  const { channels } = await sharp(Buffer.from(picture, 'base64')).stats()
  const distanceTo = (name: Colour) =>
    [1, 3, 5].reduce((sum, at, channel) => {
      const known = Number.parseInt(COLOURS[name].slice(at, at + 2), 16)
      return sum + Math.abs((channels[channel]?.mean ?? 0) - known)
    }, 0)
  return NAMES.toSorted((one, other) => distanceTo(one) - distanceTo(other))[0] ?? 'black'
}

const transcript: { readonly tool: string; readonly said: string; readonly heard: string }[] = []

/** What the model reads of the answer; the picture apart from it, which no client counts by its bytes. */
async function call(tool: string, given: Record<string, unknown> = {}) {
  const { content, isError } = (await client.callTool({ name: tool, arguments: given })) as CallToolResult
  const [text, picture] = content
  const heard = text?.type === 'text' ? text.text : ''
  transcript.push({ tool, said: JSON.stringify(given), heard })
  expect({ isError: isError ?? false, heard }).toMatchObject({ isError: false })
  return {
    answer: JSON.parse(heard.split('\n').at(-1) ?? ''),
    picture: picture?.type === 'image' ? picture.data : null,
  }
}

it('a week is planned from seven pictures, within six thousand tokens', async () => {
  const { accountId } = (await call('list_accounts')).answer.accounts[0]
  const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const weekly = Object.fromEntries(everyDay.map((day) => [day, ['09:00']]))
  await server.send('PUT', `/api/v1/accounts/${accountId}/slots`, { timezone: 'UTC', weekly })

  // What its user begins with.
  const { messages } = await client.getPrompt({ name: 'plan_my_week' })
  for (const nth of NAMES.keys()) await call('upload_file', { path: join(folder, `IMG_00${nth}.jpg`) })
  const { answer: times } = await call('list_free_times', { accountId })
  const free: string[] = times.upcoming
    .filter((slot: { postId?: string }) => slot.postId === undefined)
    .map((slot: { scheduledFor: string }) => slot.scheduledFor)
  await call('list_posts', { limit: 50 })
  const { answer: library } = await call('list_media', { unused: true, limit: 50 })
  expect(library.files).toHaveLength(7)

  const planned = new Map<string, Colour>()
  for (const [nth, { mediaFileId }] of (library.files as { mediaFileId: string }[]).entries()) {
    const colour = await colourIn((await call('look_at_media', { mediaFileId })).picture ?? '')
    const { answer: draft } = await call('save_draft', {
      accountId,
      mediaType: 'IMAGE',
      mediaFileId,
      caption: `Today everything is ${colour}.`,
      altText: `A plain ${colour} wall`,
    })
    const { postId } = draft
    const scheduledFor = free[nth]
    expect((await call('validate_post', { postId, scheduledFor })).answer).toMatchObject({ valid: true })
    const { answer: asked } = await call('schedule_draft', { postId, scheduledFor, idempotencyKey: postId })
    expect(asked).toMatchObject({ postId, waitsFor: 'send' })
    planned.set(postId, colour)
  }
  expect([...planned.values()].toSorted()).toEqual(NAMES.toSorted())

  // The person looks at each, and approves what they have seen.
  const listed = (await (await server.get('/api/v1/approvals')).json()) as { approvals: ApprovalBody[] }
  for (const { id, contentHash } of listed.approvals)
    expect((await server.send('POST', `/api/approvals/${id}/approve`, { contentHash })).status).toBe(204)

  const { answer: plan } = await call('list_posts', { status: 'SCHEDULED' })
  const rows = plan.accounts[0].posts as string[][]
  expect(rows.map(([, , , at = '']) => at).toSorted()).toEqual(
    free.slice(0, 7).map((at) => at.replace('.000Z', 'Z')),
  )
  for (const [postId = '', , , , , words] of rows)
    expect(words).toBe(`Today everything is ${planned.get(postId)}.`)

  const spoken = [JSON.stringify(messages), ...transcript.flatMap(({ said, heard }) => [said, heard])]
  const tokens = spoken.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / BYTES_PER_TOKEN
  expect(tokens).toBeLessThan(6_000)
})
