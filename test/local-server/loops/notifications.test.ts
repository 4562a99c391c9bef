// Notifications of the system, by programs that note what they are asked to show.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { AttentionEntryBody, Severity } from '../../../core/api/attention.ts'
import type { Loop } from '../../../local-server/loops/loop.ts'
import { startNotifications } from '../../../local-server/loops/notifications.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { createTestApp } from '../../fakes/test-app.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

let loop: Loop | undefined
afterEach(() => loop?.stop())

const entry = (id: string, severity: Severity, message = `${id} happened.`) =>
  ({ id, severity, message }) as AttentionEntryBody

/** A computer with one such program, and what needs its person. */
function aDesktop(program: string, platform: NodeJS.Platform) {
  const [searchPath, { settings }, log] = [newFolder(), createTestApp().ports, createMemoryLog()]
  const shown = join(searchPath, 'shown')
  if (program !== '') {
    writeFileSync(join(searchPath, program), `#!/bin/sh\nfor last; do :; done\necho "$last" >> '${shown}'\n`)
    chmodSync(join(searchPath, program), 0o755)
  }
  let entries: AttentionEntryBody[] = []
  let looks = 0
  const list = async () => {
    looks += 1
    return { entries, hasMore: false, checkedAt: null }
  }
  const deps = { attention: { list }, settings, log, platform, searchPath, desktop: {} }
  return {
    log,
    lines: () => (existsSync(shown) ? readFileSync(shown, 'utf8').trimEnd().split('\n') : []),
    /** Resolves once that is looked at, and the look before has ended. */
    async needs(...now: AttentionEntryBody[]) {
      entries = now
      const before = looks
      loop?.wake()
      loop ??= startNotifications('warning', deps)
      await expect.poll(() => looks).toBeGreaterThan(before)
    },
    async restart() {
      await loop?.stop()
      loop = undefined
    },
  }
}

describe('notifications', () => {
  it('show what is new, from the chosen severity up, and once also over a restart', async () => {
    const { lines, needs, restart } = aDesktop('notify-send', 'linux')
    await needs(entry('a', 'error'), entry('b', 'warning'), entry('c', 'notice'))
    await expect.poll(lines).toEqual(['a happened.', 'b happened.'])
    await restart()
    await needs(entry('a', 'error'), entry('b', 'warning'))
    await needs(entry('b', 'warning'), entry('d', 'error', 'Tom & <b>Jerry</b>.'))
    await expect.poll(lines).toEqual(['a happened.', 'b happened.', 'Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;.'])
    await needs(entry('b', 'warning'))
    await needs(entry('a', 'error'), entry('b', 'warning'))
    await expect.poll(() => lines().at(-1)).toBe('a happened.')
    await restart()
  })

  it('are one when much is new at once', async () => {
    const { lines, needs, restart } = aDesktop('osascript', 'darwin')
    await needs(...'abcdef'.split('').map((id) => entry(id, 'error')))
    await expect.poll(lines).toEqual(['a happened. And 5 more.'])
    await restart()
  })

  it('are none where the system has no program for them', async () => {
    const { log, needs, restart } = aDesktop('', 'linux')
    await needs(entry('a', 'error'))
    await needs(entry('b', 'error'))
    await restart()
    expect(log.lines).toEqual([])
  })
})
