// What `nightpost watch` prints, against the whole server in this process.
import { expect, it, vi } from 'vitest'
import { watch } from '../../../local-server/cli/watch.ts'
import { announceRunning } from '../../../local-server/data-folder/running.ts'
import { EXIT_CODES } from '../../../local-server/terminal/exit-codes.ts'
import { wireServer } from '../wire/wired-server.ts'

it.each([
  ['for people', {}, /^reset: older events are gone\n$/],
  ['for programs', { json: true }, /^\{"id":"\d+","type":"reset"\}\n$/],
] as const)('says %s that older events are gone', async (_for, json, line) => {
  const wired = await wireServer()
  const { dataDir, origin, server } = wired
  const running = { origin, life: server.signingIn.life, asService: false }
  announceRunning(dataDir, running, server.parts.log)
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const watching = watch({ dataDir, ...json, since: '999999' })
  await expect.poll(() => print.mock.calls.at(0)?.[0]).toEqual(expect.any(String))
  process.emit('SIGINT')
  await watching
  const [printed] = print.mock.calls.map(([text]) => text)
  print.mockRestore()
  await wired.close()
  expect(printed).toMatch(line)
})

it('ends as what Nightpost has refused when there can be no such event', async () => {
  const wired = await wireServer()
  const { dataDir, origin, server } = wired
  announceRunning(dataDir, { origin, life: server.signingIn.life, asService: false }, server.parts.log)
  const ended = await watch({ dataDir, since: 'yesterday' }).catch((error: unknown) => error)
  await wired.close()
  expect(ended).toMatchObject({
    exitCode: EXIT_CODES.refused,
    whatToDo: 'Give the id of an event to --since.',
  })
})
