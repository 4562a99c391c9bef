// A command of the user's for events, as real processes.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startEventHook } from '../../../local-server/loops/event-hook.ts'
import type { HookCommand } from '../../../local-server/loops/hook-command.ts'
import type { Loop } from '../../../local-server/loops/loop.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'
import { createTestApp, type TestApp } from '../../fakes/test-app.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

let hook: Loop | undefined
afterEach(() => hook?.stop())

const heardIn = () => join(newFolder(), 'heard')
const lines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
const idsIn = (file: string) => lines(file).map((line) => (JSON.parse(line) as { id: string }).id)
const program = (code: string, ...args: string[]): HookCommand => [process.execPath, '-e', code, ...args]
/** Appends what it is told to a file. */
const appendTo = (file: string) =>
  program(
    `require('node:fs').appendFileSync(process.argv[1], require('node:fs').readFileSync(0, 'utf8'))`,
    file,
  )

async function start(test: TestApp, command: HookCommand, timeout?: number): Promise<Loop> {
  const { settings } = test.ports
  hook = startEventHook(command, {
    ...test,
    settings,
    variables: { PATH: process.env['PATH'] ?? '' },
    ...(timeout !== undefined && { timeout }),
  })
  await expect.poll(() => settings.get('eventHookPosition')).not.toBeNull()
  return hook
}

const happen = (test: TestApp) => test.ports.media.add(aMediaRecord({ id: crypto.randomUUID() }))

it('a command gets each event as one line of JSON, in their order', async () => {
  const test = createTestApp()
  const file = heardIn()
  await happen(test)
  await start(test, appendTo(file))
  for (let count = 0; count < 3; count += 1) await happen(test)
  await expect.poll(() => lines(file).length).toBe(3)
  expect(idsIn(file)).toEqual(['2', '3', '4'])
  expect(JSON.parse(lines(file)[0] ?? '')).toMatchObject({ type: 'media.created', at: expect.any(String) })
})

it('a command is run without a shell', async () => {
  const test = createTestApp()
  const file = heardIn()
  await start(test, [
    process.execPath,
    '-e',
    'require("node:fs").writeFileSync(process.argv[1], process.argv[2])',
    file,
    '$(id) `id` ; > "x"',
  ])
  await happen(test)
  await expect.poll(() => lines(file)).toEqual(['$(id) `id` ; > "x"'])
})

it('a command continues after a restart where it was, and is told again what it was being told', async () => {
  const test = createTestApp()
  const [file, started] = [heardIn(), heardIn()]
  const first = await start(test, appendTo(file))
  await happen(test)
  await expect.poll(() => test.ports.settings.get('eventHookPosition')).toBe(1)
  await first.stop()

  const hanging = await start(
    test,
    program('require("node:fs").writeFileSync(process.argv[1], ""); setInterval(() => {}, 1000)', started),
  )
  await happen(test)
  await happen(test)
  await expect.poll(() => existsSync(started)).toBe(true)
  await hanging.stop()

  await start(test, appendTo(file))
  await expect.poll(() => lines(file).length).toBe(3)
  expect(idsIn(file)).toEqual(['1', '2', '3'])
})

it('a command that fails, is missing or hangs is logged, and the next event follows', async () => {
  const test = createTestApp()
  await start(test, program('console.error("no network"); process.exit(3)'))
  await happen(test)
  await expect.poll(() => test.ports.settings.get('eventHookPosition')).toBe(1)
  await hook?.stop()
  await start(test, ['/nowhere/tell-me.sh'])
  await happen(test)
  await expect.poll(() => test.ports.settings.get('eventHookPosition')).toBe(2)
  await hook?.stop()
  await start(test, program('setInterval(() => {}, 1000)'), 300)
  await happen(test)
  await expect.poll(() => test.ports.settings.get('eventHookPosition')).toBe(3)
  expect(test.log.lines.map(({ message }) => message)).toEqual(
    Array.from({ length: 3 }, () => 'the command for events failed'),
  )
  expect(String(test.log.lines[0]?.fields?.['error'])).toContain('no network')
})

it('a program that a command leaves running delays no event', async () => {
  const test = createTestApp()
  await start(
    test,
    program(`require('node:child_process').spawn('sleep', ['1000'], { stdio: 'inherit' }).unref()`),
  )
  for (let count = 1; count <= 3; count += 1) await happen(test)
  await expect.poll(() => test.ports.settings.get('eventHookPosition')).toBe(3)
  expect(test.log.lines).toEqual([])
})

it('a command is told that events are gone when it has missed some', async () => {
  const test = createTestApp()
  const file = heardIn()
  await test.ports.settings.put({ eventHookPosition: 1 })
  for (let count = 0; count < 4; count += 1) await happen(test)
  await test.ports.events.trim(0, 1)
  await start(test, appendTo(file))
  await expect.poll(() => lines(file)).toEqual(['{"id":"4","type":"reset"}'])
  await expect.poll(() => test.ports.settings.get('eventHookPosition')).toBe(4)
})

/** What the guide says to save as a file, with another program in the place of curl. */
it('the recipe of the guide tells a phone of what needs attention, and of nothing else', async () => {
  const guide = readFileSync(new URL('../../../local-server/guide/scripts.md', import.meta.url), 'utf8')
  const [, recipe = ''] = /```sh\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(guide) ?? []
  const [folder, file] = [newFolder(), heardIn()]
  const executable = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o700)
    return join(folder, name)
  }
  const curl = executable('curl', `#!/bin/sh\nprintf '%s\\n' "$5" "$6" >> ${file}\n`)
  const test = createTestApp()
  await start(test, [executable('tell-me.sh', recipe.replace('curl', curl))])
  await happen(test)
  await test.ports.events.noteAttention([{ id: 'one', code: 'STORAGE', postId: null, accountId: null }])
  await expect.poll(() => test.ports.settings.get('eventHookPosition')).toBe(2)
  expect(lines(file)).toEqual([
    expect.stringContaining('"state":"STORAGE"'),
    'https://ntfy.sh/your-own-secret-topic',
  ])
  expect(test.log.lines).toEqual([])
})
