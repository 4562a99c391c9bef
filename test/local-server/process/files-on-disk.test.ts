// Whatever the server keeps is for its user only.
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountId, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { startSandbox } from '../../process-harness/sandbox-process.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'

const WITHOUT_MODES = process.platform === 'win32'

/** What others could do with an entry of the folder: its path and mode. */
function looseEntries(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  return paths.flatMap((path) => {
    const info = statSync(path)
    const mode = info.mode & 0o777
    return mode === (info.isDirectory() ? 0o700 : 0o600) ? [] : [`${path} ${mode.toString(8)}`]
  })
}

async function used(server: ServerProcess): Promise<void> {
  const media = await uploaded(server)
  const post = { accountId: await accountId(server), mediaFileId: media.id, caption: 'private' }
  await terminalPost(server, await publish(server, post))
  // A request that fails is logged.
  await server.api('/auth/me', { headers: { 'x-request-id': 'a-failing-one' } })
}

describe.skipIf(WITHOUT_MODES)('the data folder', () => {
  let umask: number
  beforeAll(() => {
    umask = process.umask()
  })

  it('is readable by nobody else, whatever the umask', async () => {
    process.umask(0)
    const server = await startServer({ demo: true }).finally(() => process.umask(umask))
    await used(server)
    expect(looseEntries(server.dataDir)).toEqual([])
    await server.stop()
    expect(looseEntries(server.dataDir)).toEqual([])
  })

  it('of a sandbox is so too', async () => {
    const dataDir = join(newFolder(), 'sandbox')
    process.umask(0)
    await startSandbox(dataDir).finally(() => process.umask(umask))
    expect(looseEntries(dataDir)).toEqual([])
  })

  it('that somebody opened up is closed again at the next start', async () => {
    const server = await startServer({ demo: true })
    await used(server)
    await server.kill9()
    writeFileSync(join(server.dataDir, 'logs', 'nightpost.log'), '', { flag: 'a' })
    for (const entry of readdirSync(server.dataDir, { recursive: true, withFileTypes: true })) {
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666)
    }
    chmodSync(server.dataDir, 0o777)
    const next = await server.again()
    expect(looseEntries(next.dataDir)).toEqual([])
  })

  it('leaves alone what is not ours', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'tools'))
    writeFileSync(join(dataDir, 'tools', 'script'), '#!/bin/sh\n')
    for (const name of ['tools', 'tools/script']) chmodSync(join(dataDir, name), 0o755)
    await startServer({ dataDir })
    expect(looseEntries(dataDir)).toEqual([`${dataDir}/tools 755`, `${dataDir}/tools/script 755`])
  })
})
