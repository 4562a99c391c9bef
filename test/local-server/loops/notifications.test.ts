// Notifications of the system, by programs that note what they are asked to show.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { AttentionEntryBody, Severity } from '../../../core/api/attention.ts'
import type { AttentionCode } from '../../../core/rules/notices/attention-entries.ts'
import type { AccountRecord, AccountStore } from '../../../core/ports/account-store.ts'
import type { Loop } from '../../../local-server/loops/loop.ts'
import { startNotifications } from '../../../local-server/loops/notifications.ts'
import { anAccountRecord } from '../../factories.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { createTestApp } from '../../fakes/test-app.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

let loop: Loop | undefined
afterEach(() => loop?.stop())

const entry = (code: AttentionCode, severity: Severity, about: Partial<AttentionEntryBody> = {}) => {
  const { postId = null, accountId = null } = about
  const id = [code, postId ?? accountId].filter(Boolean).join(':')
  return { id, code, severity, until: null, ...about, postId, accountId } as AttentionEntryBody
}
const FULL = entry('DISK_NEARLY_FULL', 'warning')
const SILENT = entry('WORKER_SILENT', 'error')
const failed = (postId: string) => entry('POST_FAILED', 'error', { postId })

async function anAccount(accounts: AccountStore, username: string): Promise<AccountRecord> {
  const account = anAccountRecord({ username })
  await accounts.put(account)
  return account
}

/** A computer with one such program, and what needs its person. */
function aDesktop(program: string, platform: NodeJS.Platform, locale = 'en-GB') {
  const [searchPath, { accounts, settings }, log] = [newFolder(), createTestApp().ports, createMemoryLog()]
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
  const deps = { attention: { list }, accounts, settings, log, locale, platform, searchPath, desktop: {} }
  return {
    accounts,
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
    const [full, silent] = ['The disk of the data folder is nearly full', expect.stringContaining('Worker')]
    await needs(SILENT, FULL, entry('COMPUTER_MUST_BE_ON', 'notice'))
    await expect.poll(lines).toEqual([silent, full])
    await restart()
    await needs(SILENT, FULL)
    await needs(FULL, failed('a'))
    await expect.poll(lines).toEqual([silent, full, '1 post failed'])
    await needs(FULL)
    await needs(SILENT, FULL)
    await expect.poll(lines).toEqual([silent, full, '1 post failed', silent])
    await restart()
  })

  it('name the account, and are no markup where the desktop reads it', async () => {
    const { accounts, lines, needs, restart } = aDesktop('notify-send', 'linux')
    const { id } = await anAccount(accounts, 'tom&<b>jerry')
    await needs(entry('ACCESS_ENDED', 'error', { accountId: id }))
    await expect.poll(lines).toEqual(['Access to tom&amp;&lt;b&gt;jerry has ended'])
    await restart()
  })

  it('are one for each cause, and one in all when much is new at once', async () => {
    const { lines, needs, restart } = aDesktop('osascript', 'darwin')
    const failures = [failed('a'), failed('b')]
    await needs(...failures)
    await expect.poll(lines).toEqual(['2 posts failed'])
    await needs(...failures, failed('c'), SILENT, FULL, entry('BACKUP_OVERDUE', 'warning'))
    await expect.poll(lines).toEqual(['2 posts failed', '1 post failed · 3 more'])
    await restart()
  })

  it('are German where the system of their user is', async () => {
    const { accounts, lines, needs, restart } = aDesktop('osascript', 'darwin', 'de-AT')
    const { id } = await anAccount(accounts, 'demo.kitchen')
    const until = '2031-04-20T12:00:00.000Z'
    await needs(failed('a'), entry('ACCOUNT_LIMITED', 'warning', { accountId: id, until }))
    await expect
      .poll(lines)
      .toEqual([
        '1 Beitrag fehlgeschlagen',
        expect.stringMatching(/^demo\.kitchen ist bis So.*20.*:00 eingeschränkt$/),
      ])
    await restart()
  })

  it('are not sent where the system has no program for them', async () => {
    const { log, needs, restart } = aDesktop('', 'linux')
    await needs(failed('a'))
    await needs(SILENT)
    await restart()
    expect(log.lines).toEqual([])
  })
})
