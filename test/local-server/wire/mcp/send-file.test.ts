// Files by their path: only what the user meant is read.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '@modelcontextprotocol/client'
import { smallPicture } from '../../../process-harness/client.ts'
import { newFolder } from '../../../process-harness/own-folders.ts'
import { wireServer, type WiredServer } from '../wired-server.ts'
import { callsOf, callTool, connect, newKey } from './mcp-client.ts'

let server: WiredServer
let client: Client
let key: string
const outside = realpathSync(newFolder())
const folder = join(realpathSync(newFolder()), 'for agents')
const linked = join(outside, 'linked folder')

beforeAll(async () => {
  mkdirSync(join(folder, 'below'), { recursive: true })
  const picture = await smallPicture()
  for (const path of [
    join(folder, 'below', 'a "quoted" name.jpg'),
    join(folder, 'Käse.JPG'.normalize('NFD')),
    join(outside, 'private.jpg'),
    `${folder}-2.jpg`,
  ])
    writeFileSync(path, picture)
  writeFileSync(join(folder, 'notes.jpg'), 'These are no pictures of mine.')
  symlinkSync(folder, linked)
  server = await wireServer({ env: { NIGHTPOST_AGENT_FOLDERS: `${folder}:${linked}` } })
  key = await newKey(server, 'draft')
  client = await connect(server, key)
})
afterAll(() => server.close())

const upload = (path: string) => callTool(client, 'upload_file', { path })
const inFolder = (...names: string[]) => join(folder, ...names)

describe('a file by its path', () => {
  it('is put into the library under its own name', async () => {
    const { text, isError } = await upload(inFolder('below', 'a "quoted" name.jpg'))
    expect({ text, isError }).toMatchObject({ isError: false })
    expect(JSON.parse(text)).toMatchObject({ type: 'image', fits: ['IMAGE', 'STORIES', 'CAROUSEL'] })
    expect((await callTool(client, 'list_media')).text).toContain(JSON.parse(text).mediaFileId)
  })

  it('is found by a path that is not written in the shortest way', async () => {
    const path = `${folder}//below/./a "quoted" name.jpg`
    expect(await upload(path)).toMatchObject({ isError: false })
  })

  it('is found by a name that looks the same: macOS decomposes accents, and cameras write in capitals', async () => {
    expect(await upload(inFolder('Käse.jpg'.normalize('NFC')))).toMatchObject({ isError: false })
  })

  it('is read from a folder that the user named by a link', async () => {
    expect(await upload(join(linked, 'below', 'a "quoted" name.jpg'))).toMatchObject({ isError: false })
  })

  it.each([
    ['outside', () => join(outside, 'private.jpg')],
    ['outside, beside a folder of the same beginning', () => `${folder}-2.jpg`],
    ['outside, by the way through a folder', () => `${folder}/../for agents-2.jpg`],
    ['by a relative path', () => 'below/a.jpg'],
    ['that is the folder itself', () => folder],
    ['that is a folder', () => inFolder('below')],
    ['that does not exist', () => inFolder('none.jpg')],
    ['that is no picture', () => inFolder('notes.jpg')],
    ['with a NUL in its name', () => inFolder('notes.jpg\0.png')],
  ])('is refused %s', async (_what, path) => {
    expect(await upload(path())).toEqual({
      isError: true,
      text: expect.stringMatching(/^\S.*\.( \(\w+\))?$/),
    })
  })

  it('leaves a line in the log of its key when it is refused, too', async () => {
    const before = (await callsOf(server, key)).length
    await upload(join(outside, 'private.jpg'))
    const calls = await callsOf(server, key)
    expect(calls.slice(0, calls.length - before)).toEqual([
      { tool: 'upload_file', method: 'POST', route: '/media/upload', status: 400, postId: null },
    ])
  })

  it('is refused as a link, and below one', async () => {
    symlinkSync(join(outside, 'private.jpg'), inFolder('link.jpg'))
    symlinkSync(outside, inFolder('elsewhere'))
    for (const path of [inFolder('link.jpg'), inFolder('elsewhere', 'private.jpg')])
      expect(await upload(path)).toEqual({ isError: true, text: expect.stringContaining('link') })
  })

  it('is refused in the same words whether or not there is one outside', async () => {
    mkdirSync(join(outside, 'closed'))
    writeFileSync(join(outside, 'closed', 'private.jpg'), 'private')
    chmodSync(join(outside, 'closed'), 0)
    symlinkSync(outside, inFolder('leading out'))
    symlinkSync(join(outside, 'none'), inFolder('leading nowhere'))
    symlinkSync(join(outside, 'private.jpg'), inFolder('leading to a file.jpg'))
    symlinkSync(join(outside, 'none.jpg'), inFolder('leading to none.jpg'))
    const answers = await Promise.all(
      [
        inFolder('none.jpg'),
        inFolder('none', 'none.jpg'),
        inFolder('notes.jpg', 'none.jpg'),
        outside,
        join(outside, 'private.jpg'),
        join(outside, 'none.jpg'),
        join(outside, 'none', 'none.jpg'),
        join(outside, 'closed', 'private.jpg'),
        join(outside, 'closed', 'none.jpg'),
        inFolder('leading out'),
        inFolder('leading out', 'private.jpg'),
        inFolder('leading out', 'none.jpg'),
        inFolder('leading out', 'closed', 'private.jpg'),
        inFolder('leading nowhere', 'none.jpg'),
        inFolder('leading to a file.jpg'),
        inFolder('leading to none.jpg'),
      ].map(upload),
    )
    chmodSync(join(outside, 'closed'), 0o700)
    const [first] = answers
    expect(first).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^There is no file at this path/),
    })
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(first)]))
  })

  it.skipIf(process.platform === 'win32')(
    'is refused as a pipe, without waiting for its writer',
    async () => {
      execFileSync('mkfifo', [inFolder('pipe.jpg')])
      expect(await upload(inFolder('pipe.jpg'))).toEqual({
        isError: true,
        text: 'This is not a regular file.',
      })
    },
  )
})

describe('without a folder', () => {
  it('no file is read', async () => {
    const other = await wireServer()
    const text = expect.stringContaining('NIGHTPOST_AGENT_FOLDERS')
    const agent = await connect(other, await newKey(other, 'full'))
    expect(await callTool(agent, 'upload_file', { path: inFolder('notes.jpg') })).toEqual({
      isError: true,
      text,
    })
    await other.close()
  })
})
