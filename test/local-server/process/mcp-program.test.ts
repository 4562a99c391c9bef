// `nightpost mcp`, as a client of the protocol starts it.
import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { copyFileSync, cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../../../local-server/paths.ts'
import { smallPicture } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { callTool, ERAS, newClient, type Era, type OpenPage } from '../wire/mcp/mcp-client.ts'

const DIST = 'local-server/dist'
const PROGRAM = join(repositoryRoot, DIST, 'cli/nightpost.js')

let server: ServerProcess
let key: string
const folder = newFolder()
beforeAll(async () => {
  server = await startServer()
  writeFileSync(join(folder, 'photo.jpg'), await smallPicture())
  const args = ['an agent', '--rights', 'approval', '--data-dir', server.dataDir]
  key = (await runProgram('cli/key', args, { env: { HOME: newFolder() } })).stdout.trim()
})

async function start(
  era: Era,
  dataDir = server.dataDir,
  openPage?: OpenPage,
  program = PROGRAM,
): Promise<Client> {
  const client = newClient(era, openPage)
  onTestFinished(() => client.close())
  const env = { HOME: newFolder(), NIGHTPOST_KEY: key, NIGHTPOST_AGENT_FOLDERS: folder }
  const args = [program, 'mcp', '--data-dir', dataDir]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  return client
}

describe.each(Object.keys(ERAS) as Era[])('the program for a client %s', (era) => {
  it('uploads a file, writes a draft of it and asks to send it, and the client opens the inbox', async () => {
    const pages: unknown[] = []
    const client = await start(era, server.dataDir, async (page) => {
      pages.push(page)
      return 'accept'
    })
    const { mediaFileId } = JSON.parse(
      (await callTool(client, 'upload_file', { path: join(folder, 'photo.jpg') })).text,
    )
    const { accounts } = JSON.parse((await callTool(client, 'list_accounts')).text)
    const draft = { accountId: accounts[0].accountId, mediaType: 'IMAGE', mediaFileId }
    const { postId } = JSON.parse((await callTool(client, 'save_draft', draft)).text)
    const { text } = await callTool(client, 'publish_draft', { postId, idempotencyKey: 'once' })
    expect(text).toMatch(/^Nothing was sent\. It waits for a person.* says that it opened that page\.\n/)
    expect(pages).toEqual([expect.objectContaining({ mode: 'url', url: `${server.origin}/inbox` })])
  })
})

describe('the program', () => {
  it('says in its answers that no server runs', async () => {
    const { text, isError } = await callTool(await start('of 2026', newFolder()), 'list_accounts')
    expect({ text, isError }).toEqual({
      isError: true,
      text: expect.stringMatching(/^No running Nightpost was found/),
    })
  })

  it('answers its first call, too, when an update has removed its files since it was started', async () => {
    const root = newFolder()
    const program = join(root, DIST)
    cpSync(join(repositoryRoot, DIST), program, { recursive: true })
    copyFileSync(join(repositoryRoot, 'package.json'), join(root, 'package.json'))
    symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'), 'junction')
    const client = await start('of 2025', server.dataDir, undefined, join(program, 'cli/nightpost.js'))
    rmSync(program, { recursive: true })
    const { text, isError } = await callTool(client, 'list_accounts')
    expect({ text, isError }).toEqual({ isError: false, text: expect.stringContaining('"accounts"') })
  })

  it('does not start without a key', async () => {
    const env = { HOME: newFolder() }
    const { code, stdout, stderr } = await runProgram(
      'cli/nightpost',
      ['mcp', '--data-dir', server.dataDir],
      { env },
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^NIGHTPOST_KEY holds no API key\.\n.*--rights approval/)
  })
})
