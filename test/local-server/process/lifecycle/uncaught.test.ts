// An uncaught error ends the server. It may carry anything, secrets included.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../process-harness/server-process.ts'

const SECRET = `IGAA${'a1B2c3D4'.repeat(6)}`
/** Loaded into the process before it starts; a signal makes it fail. */
const failing = (how: string) =>
  `data:text/javascript,process.on('SIGUSR2',()=>{const error=new Error('no use: ${SECRET}');${how}})`

describe('what nobody caught', () => {
  it.each([
    ['a rejection', 'Promise.reject(error)'],
    ['an exception', 'throw error'],
  ])('ends the process and is told without its secrets: %s', async (_name, how) => {
    const server = await startServer({ nodeArgs: ['--import', failing(how)] })
    process.kill(server.pid, 'SIGUSR2')
    const { code, stderr } = await server.ended
    expect(code).toBe(1)
    const log = readFileSync(join(server.dataDir, 'logs', 'nightpost.log'), 'utf8')
    for (const text of [stderr, log]) {
      expect(text).toContain('no use: [redacted]')
      expect(text).not.toContain(SECRET)
    }
    // As after a kill, the next start goes on.
    expect((await (await server.again()).request('/api/v1/health')).status).toBe(200)
  })
})
