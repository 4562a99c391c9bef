// A check that is under way when its user changes their mind.
import { beforeEach, describe, expect, it } from 'vitest'
import { checkAccount } from '../../../../../core/engine/reposts/check-account.ts'
import {
  changeRepostSettings,
  disableReposts,
} from '../../../../../core/features/reposts/settings/configure.ts'
import type { MentionSource } from '../../../../../core/ports/reposts/mention-source.ts'
import { safeText } from '../../../../../core/redact.ts'
import { aMention, aRepostConfig, aRepostRecord } from '../../../../fakes/reposts/repost-records.ts'
import { createTestApp, type TestApp } from '../../../../fakes/test-app.ts'

let app: TestApp
let accountId: string

beforeEach(async () => {
  app = createTestApp()
  accountId = (await app.anAccount()).id
})

describe('a check that is under way', () => {
  it.each([
    ['disabled', () => disableReposts(app.ports, accountId)],
    [
      'told to repost nothing by itself',
      () => changeRepostSettings(app.ports, accountId, { autoRepostEnabled: false }),
    ],
    [
      'given quiet hours that have begun',
      () =>
        changeRepostSettings(app.ports, accountId, {
          sleepWindowStart: 1,
          sleepWindowEnd: 0,
          timezone: 'UTC',
        }),
    ],
  ])('has no story reposted once the account is %s', async (_how, change) => {
    const waiting = aRepostRecord({ accountId, auto: true })
    const { reposts, stories } = app.ports
    await reposts.addRecords([waiting])
    await reposts.addConfig(aRepostConfig({ accountId, autoRepostEnabled: true }))
    const prepare: typeof stories.prepare = async (record, config) => {
      // The file of the story is loaded, which takes its time.
      await change()
      return stories.prepare(record, config)
    }
    await checkAccount({ ...app.ports, stories: { ...stories, prepare } }, accountId)
    expect(await reposts.record(waiting.id)).toMatchObject({ status: 'PENDING', postId: null })
    expect(await reposts.config(accountId)).toMatchObject({ repostsToday: 0 })
  })

  it('leaves to a click what it finds once the account is told to repost nothing by itself', async () => {
    const { reposts } = app.ports
    await reposts.addConfig(aRepostConfig({ accountId, autoRepostEnabled: true }))
    const source: MentionSource = {
      async scan() {
        await changeRepostSettings(app.ports, accountId, { autoRepostEnabled: false })
        return { mentions: [aMention()], memory: null, stop: null }
      },
      look: () => expect.unreachable(),
    }
    await checkAccount({ ...app.ports, sourceOf: () => source }, accountId)
    expect(await reposts.records({ accountId, limit: 5 })).toMatchObject([{ auto: false, status: 'PENDING' }])
  })

  it('does not stop the account for a signal of a source that it no longer has', async () => {
    app.strangers.session = 'web'
    const { reposts } = app.ports
    await reposts.addConfig(aRepostConfig({ accountId, source: 'native', memory: 'native' }))
    const source: MentionSource = {
      async scan() {
        await changeRepostSettings(app.ports, accountId, { source: 'official' })
        const message = safeText('The session has ended.')
        return { mentions: [], memory: 'native', stop: { signal: 'session-dead', message } }
      },
      look: () => expect.unreachable(),
    }
    await checkAccount({ ...app.ports, sourceOf: () => source }, accountId)
    expect(await reposts.config(accountId)).toMatchObject({
      source: 'official',
      isEnabled: true,
      autoDisabledAt: null,
      memory: null,
    })
  })
})
