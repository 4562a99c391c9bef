import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInstanceLockHeld, takeInstanceLock } from '../../../local-server/sqlite/instance-lock.ts'
import { mountDisk, unmountDisks } from '../disk/small-disk.ts'

const LOCK_MODULE = pathToFileURL(
  join(import.meta.dirname, '../../../local-server/sqlite/instance-lock.ts'),
).href

let dir: string
let file: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nightpost-lock-'))
  file = join(dir, 'instance.lock')
})
afterEach(() => {
  rmSync(dir, { recursive: true })
})
afterAll(unmountDisks)

/** Another process that holds the lock until it is ended. */
async function anotherHolder() {
  const program = `
    const { takeInstanceLock } = await import(${JSON.stringify(LOCK_MODULE)})
    const lock = takeInstanceLock(${JSON.stringify(file)})
    process.stdout.write(lock ? 'held' : 'refused')
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [answer] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, answer: answer.toString() }
}

describe('the lock on a data folder', () => {
  it('is given to one holder at a time, and again once it is released', () => {
    const first = takeInstanceLock(file)
    expect(first).not.toBeNull()
    expect(takeInstanceLock(file)).toBeNull()
    first?.release()
    const second = takeInstanceLock(file)
    expect(second).not.toBeNull()
    expect(takeInstanceLock(file)).toBeNull()
    second?.release()
  })

  it('is taken again when its file was deleted, and lost when another one was faster', () => {
    const lock = takeInstanceLock(file)
    expect(lock?.holds()).toBe(true)
    rmSync(file)
    expect(lock?.holds()).toBe(true)
    expect(takeInstanceLock(file)).toBeNull()
    rmSync(file)
    const other = takeInstanceLock(file)
    expect([lock?.holds(), other?.holds()]).toEqual([false, true])
    other?.release()
    expect(lock?.holds()).toBe(true)
    lock?.release()
  })

  it('is one for each folder', () => {
    const [one, other] = [takeInstanceLock(file), takeInstanceLock(`${file}.other`)]
    expect([one, other]).not.toContain(null)
    one?.release()
    other?.release()
  })

  it('is refused to another process while it is held', async () => {
    const lock = takeInstanceLock(file)
    const { child, answer } = await anotherHolder()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(answer).toBe('refused')
    lock?.release()
  })

  it('is free at once when its holder is killed', async () => {
    const { child, answer } = await anotherHolder()
    expect(answer).toBe('held')
    expect(takeInstanceLock(file)).toBeNull()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = takeInstanceLock(file)
    expect(lock).not.toBeNull()
    lock?.release()
  })

  it('is not called free where nobody may look', () => {
    expect(isInstanceLockHeld(file)).toBe(false)
    symlinkSync(file, file)
    expect(() => isInstanceLockHeld(file)).toThrow('ELOOP')
    rmSync(file)
  })

  it('is a file that only its owner can open', () => {
    takeInstanceLock(file)?.release()
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is taken on a full disk, and kept', ({ skip }) => {
    const disk = mountDisk(1)
    if (typeof disk !== 'string') return skip(disk.reason)
    const onDisk = join(disk, 'instance.lock')
    writeFileSync(onDisk, '')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'other files'), Buffer.alloc(bavail * bsize))
    const lock = takeInstanceLock(onDisk)
    expect(lock?.holds()).toBe(true)
    expect(takeInstanceLock(onDisk)).toBeNull()
    lock?.release()
  })

  it('is not mistaken for taken when the folder is not there', () => {
    expect(() => takeInstanceLock(join(dir, 'nowhere', 'instance.lock'))).toThrow()
  })
})
