import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSleepInhibitor } from '../../../local-server/power/sleep-inhibitor.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

/** Runs what follows its flags, as the programs of the systems do, and notes when it begins and ends. */
const HOLDING = `
echo "begun $*" >> "$NOTES"
while [ "\${1#-}" != "$1" ]; do shift; done
"$@"
echo ended >> "$NOTES"`
const REFUSING = 'echo "refused $*" >> "$NOTES"\nexit 1'

/** A system with these programs, each a script of the shell that notes what it does. */
function aSystem(programs: Readonly<Record<string, string>>) {
  const folder = newFolder()
  const notes = join(folder, 'notes')
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\nNOTES='${notes}'\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const noted = () => (existsSync(notes) ? readFileSync(notes, 'utf8').trimEnd().split('\n') : [])
  return { searchPath: [folder, '/usr/bin', '/bin'].join(delimiter), noted }
}
const LINUX = 'begun --what=sleep:idle --who=Nightpost --why=A post is due --mode=block cat'

describe('keeping the computer awake', () => {
  it('holds sleep off until it is released, once however often it is asked', async () => {
    const { noted, searchPath } = aSystem({ 'systemd-inhibit': HOLDING })
    const inhibitor = createSleepInhibitor({ platform: 'linux', searchPath, log: createMemoryLog() })
    inhibitor.release()
    inhibitor.hold()
    inhibitor.hold()
    await expect.poll(noted).toEqual([LINUX])
    inhibitor.release()
    await expect.poll(noted).toEqual([LINUX, 'ended'])
    inhibitor.hold()
    await expect.poll(noted).toEqual([LINUX, 'ended', LINUX])
    inhibitor.release()
    await expect.poll(noted).toHaveLength(4)
  })

  it('asks macOS to stay awake, but not to keep its display on', async () => {
    const { noted, searchPath } = aSystem({ caffeinate: HOLDING })
    const inhibitor = createSleepInhibitor({ platform: 'darwin', searchPath, log: createMemoryLog() })
    inhibitor.hold()
    await expect.poll(noted).toEqual(['begun -i cat'])
    inhibitor.release()
    await expect.poll(noted).toEqual(['begun -i cat', 'ended'])
  })

  it('asks for less where the first is refused, and says once that nothing was granted', async () => {
    const { noted, searchPath } = aSystem({ 'systemd-inhibit': REFUSING })
    const log = createMemoryLog()
    const inhibitor = createSleepInhibitor({ platform: 'linux', searchPath, log })
    inhibitor.hold()
    await expect.poll(() => log.lines).toHaveLength(1)
    inhibitor.hold()
    const asked = noted().map((line) => /--what=(\S+)/.exec(line)?.[1])
    expect(asked).toEqual(['sleep:idle', 'idle'])
  })

  it('does nothing where the system has no such program, and says nothing of it', () => {
    const log = createMemoryLog()
    const inhibitor = createSleepInhibitor({ platform: 'linux', searchPath: newFolder(), log })
    inhibitor.hold()
    inhibitor.release()
    expect(log.lines).toEqual([])
  })

  it('lets the computer sleep again when the server is killed', async () => {
    const { noted, searchPath } = aSystem({ 'systemd-inhibit': HOLDING })
    const source = join(import.meta.dirname, '../../../local-server/power/sleep-inhibitor.ts')
    const program = `
      const { createSleepInhibitor } = await import(${JSON.stringify(source)})
      createSleepInhibitor({ platform: 'linux', searchPath: ${JSON.stringify(searchPath)}, log: console }).hold()
      setInterval(() => {}, 1000)`
    const server = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
    onTestFinished(() => void server.kill('SIGKILL'))
    await expect.poll(noted).toEqual([LINUX])
    server.kill('SIGKILL')
    await expect.poll(noted).toEqual([LINUX, 'ended'])
  })
})
