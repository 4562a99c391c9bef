// Two starts at the same moment, and a start after kill -9, fifty times on one folder and one port; a start beside a server that
// is slow to answer, or does not.
import { createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Ended } from '../../../process-harness/running-program.ts'
import { launch, newDataDir, runServer, startServer } from '../../../process-harness/server-process.ts'
import { freePort } from '../../../process-harness/free-port.ts'

const ROUNDS = 50

interface Race {
  readonly loser: Ended
  end(): Promise<Ended>
}

/** Two at once: which one serves, and how the other ended. */
async function race(dataDir: string, port: number): Promise<Race> {
  const programs = [launch({ dataDir, port }), launch({ dataDir, port })] as const
  const ready = programs.map((program) => program.printed(/Ready in /).then(() => program))
  const winner = await Promise.any(ready)
  const other = programs[0] === winner ? programs[1] : programs[0]
  return {
    loser: await other.ended,
    async end() {
      winner.signal('SIGKILL')
      return winner.ended
    },
  }
}

it(`one of two simultaneous starts serves, and after kill -9 the next takes over at once, ${ROUNDS} times`, async () => {
  const [dataDir, port] = [newDataDir(), await freePort()]
  const origin = `http://127.0.0.1:${port}`
  for (let round = 0; round < ROUNDS; round += 1) {
    const { loser, end } = await race(dataDir, port)
    expect(loser).toMatchObject({ code: 0, stderr: '' })
    expect(loser.stdout).toContain(`Open   ${origin}/#t=`)
    expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200)
    expect((await end()).signal).toBe('SIGKILL')

    const next = launch({ dataDir, port })
    const [, openedAt] = await next.printed(/Open {3}(\S+)\/#t=/)
    expect(openedAt).toBe(origin)
    expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200)
    next.signal('SIGKILL')
    await next.ended
  }
})

it(`a port that a stranger has is refused, never swapped for another, ${ROUNDS / 5} times`, async () => {
  const stranger = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const dataDir = newDataDir()
  for (let round = 0; round < ROUNDS / 5; round += 1) {
    const { code, stderr, stdout } = await runServer({ dataDir, port })
    expect([code, stdout]).toEqual([1, expect.not.stringMatching(/Ready|Open/)])
    expect(stderr).toMatch(new RegExp(`^Port ${port} is in use`))
  }
  stranger.close()
})

it('a server that does not answer is told in two lines', async () => {
  const server = await startServer()
  process.kill(server.pid, 'SIGSTOP')
  try {
    const { code, stderr, stdout } = await runServer({ dataDir: server.dataDir })
    expect([code, stdout]).toEqual([1, expect.not.stringMatching(/Ready|Open/)])
    expect(stderr).toMatch(new RegExp(`process ${server.pid}.*does not answer`))
    expect(stderr.trimEnd().split('\n')).toHaveLength(2)
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
})

it('a start waits for the other one while that takes seconds to answer', async () => {
  const server = await startServer()
  process.kill(server.pid, 'SIGSTOP')
  const second = runServer({ dataDir: server.dataDir })
  try {
    await pause(6000)
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
  expect(await second).toMatchObject({ code: 0, stdout: expect.stringContaining(`${server.origin}/#t=`) })
})
