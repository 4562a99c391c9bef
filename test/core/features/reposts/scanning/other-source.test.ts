// Mentions that were found with a source which the account has not any more (decision 32).
import { beforeEach, describe, expect, it } from 'vitest'
import { createPrivateApiSource } from '../../../../../core/features/private-api/private-api-source.ts'
import { checkAccount } from '../../../../../core/engine/reposts/check-account.ts'
import {
  enableReposts,
  changeRepostSettings,
} from '../../../../../core/features/reposts/settings/configure.ts'
import { noteStop } from '../../../../../core/features/reposts/note-stop.ts'
import { repostByHand } from '../../../../../core/features/reposts/stories/by-hand.ts'
import { CodedError } from '../../../../../core/coded-error.ts'
import { safeText } from '../../../../../core/redact.ts'
import { aRepostConfig, aRepostRecord } from '../../../../fakes/reposts/repost-records.ts'
import { createTestApp, type TestApp } from '../../../../fakes/test-app.ts'

let app: TestApp
let accountId: string

beforeEach(async () => {
  app = createTestApp()
  accountId = (await app.anAccount()).id
})

/** The session of the account has ended; its owner has granted the permission to read messages instead. */
function portsWithoutSession() {
  const { ports } = app
  const host = { transportOf: async () => null } as never
  const native = createPrivateApiSource(host, { get: async () => null })
  return {
    ...ports,
    sourceOf: (transport: 'official' | 'native') =>
      transport === 'native' ? native : ports.sourceOf(transport),
  }
}

async function switched() {
  const { reposts } = app.ports
  const waiting = aRepostRecord({
    accountId,
    auto: true,
    transport: 'native',
    key: 'native:1',
    mediaUrl: null,
  })
  await reposts.addRecords([waiting])
  await reposts.addConfig(
    aRepostConfig({
      accountId,
      autoRepostEnabled: true,
      source: 'native',
      isEnabled: false,
      nextPollAt: null,
    }),
  )
  const ports = portsWithoutSession()
  await changeRepostSettings(ports, accountId, { source: 'official' })
  await enableReposts(ports, accountId)
  return { ports, waiting }
}

describe('a mention of the source that an account had before', () => {
  it('is left to a person, and stops nothing', async () => {
    const { ports, waiting } = await switched()
    await checkAccount(ports, accountId)
    expect(await ports.reposts.record(waiting.id)).toMatchObject({ status: 'PENDING', postId: null })
    expect(await ports.reposts.config(accountId)).toMatchObject({ isEnabled: true, autoDisabledAt: null })
  })

  it('is not reposted automatically, although it could be', async () => {
    const { ports, waiting } = await switched()
    await checkAccount({ ...ports, sourceOf: app.ports.sourceOf }, accountId)
    expect(await ports.reposts.record(waiting.id)).toMatchObject({ status: 'PENDING', postId: null })
  })

  it('stops nothing when its session is found to have ended while a story is published', async () => {
    const { ports } = await switched()
    await noteStop(ports, accountId, { signal: 'session-dead', message: safeText('The session has ended.') })
    expect(await ports.reposts.config(accountId)).toMatchObject({ isEnabled: true, autoDisabledAt: null })
  })

  it('that is clicked stops nothing, either', async () => {
    const { ports, waiting } = await switched()
    await expect(repostByHand(ports, waiting.id)).rejects.toBeInstanceOf(CodedError)
    expect(await ports.reposts.config(accountId)).toMatchObject({ isEnabled: true, autoDisabledAt: null })
  })
})
