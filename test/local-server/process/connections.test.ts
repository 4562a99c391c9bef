// Each connection that the running server keeps to its database survives a power cut, at every start: one that is set
// otherwise loses what was acknowledged. (power-cut.long.test.ts shows that this is what it takes.)
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../../local-server/paths.ts'
import { accountId, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'

interface Connection {
  readonly file: string
  readonly synchronous: number
  readonly journalMode: string
  readonly foreignKeys: number
  readonly busyTimeout: number
}

const WITNESS = pathToFileURL(join(repositoryRoot, 'test', 'process-harness', 'pragma-witness.ts')).href

async function connectionsOf(server: ServerProcess): Promise<Connection[]> {
  process.kill(server.pid, 'SIGUSR2')
  await expect.poll(server.stderr).toMatch(/^connections .*\n/m)
  const [, json = ''] = /^connections (.*)$/m.exec(server.stderr()) ?? []
  return JSON.parse(json) as Connection[]
}

it('every connection to the database is durable, at the first start, the second, and the one after kill -9', async () => {
  let server = await startServer({ nodeArgs: ['--import', WITNESS] })
  for (let start = 1; start <= 3; start += 1) {
    const post = {
      accountId: await accountId(server),
      mediaFileId: (await uploaded(server)).id,
      caption: 'x',
    }
    expect(await terminalPost(server, await publish(server, post))).toMatchObject({ status: 'PUBLISHED' })
    const connections = await connectionsOf(server)
    const ours = connections.filter(({ file }) => basename(file) === 'nightpost.db')
    expect(ours.length).toBeGreaterThanOrEqual(1)
    for (const { synchronous, journalMode, foreignKeys, busyTimeout } of ours) {
      expect({ synchronous, journalMode, foreignKeys }).toEqual({
        synchronous: 2,
        journalMode: 'wal',
        foreignKeys: 1,
      })
      // A wait for another program's lock would stop everything: retry-while-locked.ts waits instead.
      expect(busyTimeout).toBe(0)
    }
    // Beside them there are only locks, which hold nothing, and what the sandbox remembers.
    const others = connections.map(({ file }) => basename(file)).filter((name) => name !== 'nightpost.db')
    expect(others.toSorted()).toEqual(['lock.db', 'sandbox.db', 'sandbox.db-lock'])
    for (const { synchronous } of connections) expect(synchronous).toBeGreaterThanOrEqual(2)
    if (start === 2) await server.kill9()
    else await server.stop()
    if (start < 3) server = await server.again()
  }
})
