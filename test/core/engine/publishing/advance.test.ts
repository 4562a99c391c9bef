import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../../core/coded-error.ts'
import { NO_ANSWER } from '../../../../core/ports/platform/platform.ts'
import { WANTED } from '../../../../core/engine/publishing/follow-ups.ts'
import { runPublication } from '../../../../core/engine/publishing/advance.ts'
import type { PublishingDeps } from '../../../../core/engine/publishing/effects.ts'
import { intentOfPossibleSend } from '../../../../core/engine/publishing/transitions.ts'
import type { Publication } from '../../../../core/rules/publication/publication.ts'
import { aPublication } from './a-publication.ts'

/** Ports of which only the ledger's answers matter: each call says that it was reached. */
function portsNoting(reached: string[]): PublishingDeps {
  const noting = (name: string, value: unknown) => async () => {
    reached.push(name)
    return value
  }
  const limitOf = async () => ({ reading: null, waits: false })
  const ledger = { commit: noting('commit', false), release: noting('release', undefined), limitOf }
  const clock = { now: () => 0, monotonic: () => 0 }
  const access = { page: null, pausedUntil: null, loginMethod: 'partner' }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  return {
    ledger,
    clock,
    log,
    engine: 'local',
    platform: {},
    partnerPages: {},
    accessTo: async () => access,
  } as never
}

describe('a stop', () => {
  it('waits for a copy on the Page that was announced, so that nobody is left in doubt', async () => {
    const reached: string[] = []
    const announced = aPublication({
      step: 'confirmed',
      mediaId: '18000000000000001',
      permalink: 'https://p',
      crossPost: { ...WANTED, state: 'sending' },
    })
    await runPublication(portsNoting(reached), announced, () => true)
    expect(reached).toEqual(['commit'])
  })

  it('puts down in order what has announced nothing', async () => {
    const reached: string[] = []
    const prepared = aPublication({ step: 'confirmed', crossPost: { ...WANTED, state: 'prepared' } })
    await runPublication(portsNoting(reached), prepared, () => true)
    expect(reached).toEqual(['commit'])
  })

  it('lets what it puts down keep its place in front of later posts', async () => {
    const committed: unknown[] = []
    const ports = portsNoting([])
    const ledger = {
      ...ports.ledger,
      commit: async ({ nextAt }: { nextAt: unknown }) => committed.push(nextAt),
    }
    const clock = { now: () => 90, monotonic: () => 90 }
    const stop = (publishAt: number | null) =>
      runPublication(
        { ...ports, ledger, clock } as never,
        aPublication({ publishAt, createdAt: 40 }),
        () => true,
      )
    for (const publishAt of [30, 120, null]) await stop(publishAt)
    expect(committed).toEqual([30, 90, 40])
  })

  it('does not touch what the claim itself has put off', async () => {
    const reached: string[] = []
    await runPublication(portsNoting(reached), aPublication({ nextAt: 5 }), () => false)
    expect(reached).toEqual([])
  })
})

describe('an account without access', () => {
  const lastOf = async (sends: number) => {
    const commits: Publication[] = []
    const ports = portsNoting([])
    const ledger = { ...ports.ledger, commit: async (next: Publication) => commits.push(next) > 0 }
    const accessTo = () => Promise.reject(new CodedError('TOKEN_EXPIRED'))
    const intent = { ...intentOfPossibleSend(0, 0), sends }
    const announced = aPublication({ step: 'publishing', containerId: '17', intent })
    await runPublication({ ...ports, ledger, accessTo } as never, announced, () => false)
    return commits.at(-1)
  }

  it('leaves no doubt about a publish call that was announced and not made', async () => {
    const failure = { code: 'TOKEN_EXPIRED', unconfirmed: false }
    expect(await lastOf(1)).toMatchObject({ step: 'failed', intent: null, failure })
    expect(await lastOf(2)).toMatchObject({ step: 'failed', intent: { sends: 1 }, failure })
  })
})

describe('a container', () => {
  async function askedOf(mediaType: 'IMAGE' | 'STORIES') {
    const asked: string[] = []
    const lost = { kind: 'unknown', reason: 'lost', platformTime: null, facts: NO_ANSWER } as const
    const asking = (of: string) => ({
      async createContainer(_access: unknown, { source }: { source: { url: string | null } }) {
        asked.push(`${of}: ${source.url}`)
        return lost
      },
    })
    const ports = {
      ...portsNoting([]),
      platform: asking('the platform'),
      stories: { ...asking('the session'), takesFiles: async () => true },
      openMedia: async () => ({}),
      publicUrl: async () => 'https://bucket/key.jpg',
    }
    const { payload, ...publication } = aPublication()
    await runPublication(
      ports as never,
      { ...publication, payload: { ...payload, mediaType } },
      () => asked.length > 0,
    )
    return asked
  }

  it('of a story is asked for through the owner’s session, which takes its file from here', async () => {
    expect(await askedOf('STORIES')).toEqual(['the session: null'])
  })

  it('of any other post is asked for at the platform', async () => {
    expect(await askedOf('IMAGE')).toEqual(['the platform: https://bucket/key.jpg'])
  })
})

describe('a picture that the platform has ready at once', () => {
  async function committedSteps(percent: number) {
    const usage = { percent, regainAfter: null }
    const reply = (value: unknown) => async () => ({
      kind: 'ok',
      value,
      platformTime: null,
      facts: { ...NO_ANSWER, usage },
    })
    const committed: string[] = []
    const ledger = {
      commit: async ({ step, containerId }: Publication) => committed.push(`${step} ${containerId}`),
      listPublishTimes: async () => [],
      limitOf: async () => ({ reading: null, waits: false }),
    }
    const platform = {
      createContainer: reply({ containerId: '17', uploadUrl: null }),
      containerStatus: reply({ status: 'FINISHED', detail: null, subcode: null }),
      publishContainer: reply({ mediaId: '18' }),
      permalink: reply({ permalink: 'https://p' }),
    }
    const publicUrl = async () => 'https://bucket/key.jpg'
    const ports = { ...portsNoting([]), ledger, platform, publicUrl }
    await runPublication(ports as never, aPublication(), () => false)
    return committed
  }

  it('is published in three commits: its container is stored with what its first read said', async () => {
    expect(await committedSteps(0)).toEqual(['publishing 17', 'confirmed 17', 'done 17'])
  })

  it('is read later when the platform asks us to space our calls', async () => {
    expect(await committedSteps(85)).toEqual(['created 17'])
  })
})

describe('a container that was made with the other login', () => {
  const OTHER = {
    madeWith: 'platform' as const,
    containerId: '16',
    containerCreatedAt: 0,
    containersAsked: 1,
  }
  const SENT = { at: 0, platformAt: null, monotonicAt: 0, lastPossibleSend: 0, lastRefusal: null }
  const FIRST = { ...SENT, sends: 1, onlyLagReplies: true, lagLooks: 1 }

  async function committed(publication: Partial<Publication>) {
    const reply = (value: unknown) => async () => ({ kind: 'ok', value, platformTime: 0, facts: NO_ANSWER })
    const [sent, commits]: [unknown[], Publication[]] = [[], []]
    const ledger = {
      commit: async (next: Publication) => commits.push(next) > 0,
      listPublishTimes: async () => [],
      listOwnedMediaIds: async () => [],
      listUnreconciled: async () => [],
      limitOf: async () => ({ reading: null, waits: false }),
    }
    const platform = {
      createContainer: reply({ containerId: '17', uploadUrl: null }),
      containerStatus: reply({ status: 'FINISHED', detail: null, subcode: null }),
      recentMedia: reply([]),
      publishContainer(_access: unknown, container: string) {
        sent.push(container)
        return reply({ mediaId: '18' })()
      },
      permalink: reply({ permalink: 'https://p' }),
    }
    const publicUrl = async () => 'https://bucket/key.jpg'
    const ports = { ...portsNoting([]), ledger, platform, publicUrl }
    await runPublication(ports as never, aPublication(publication), () => false)
    return { sent, last: commits.at(-1), commits }
  }

  it.each([
    ['is being prepared', { ...OTHER, step: 'created' }],
    ['is about to be sent for the first time', { ...OTHER, step: 'publishing', intent: FIRST }],
  ] as const)('is replaced while its post %s', async (_when, publication) => {
    const { sent, last } = await committed(publication)
    expect([sent, last?.step, last?.mediaId]).toEqual([['17'], 'done', '18'])
    expect(last?.madeWith).toBe('partner')
  })

  it.each([
    ['was sent before', { ...OTHER, step: 'publishing', intent: { ...FIRST, sends: 2 } }],
    ['is looked for', { ...OTHER, step: 'uncertain', intent: FIRST }],
    ['may have been sent', { ...OTHER, step: 'created', intent: FIRST }],
  ] as const)('is never replaced when its post %s', async (_when, publication) => {
    const { commits } = await committed(publication)
    expect(commits.map(({ containerId }) => containerId)).toEqual(commits.map(() => '16'))
    expect(commits).not.toEqual([])
  })

  it('is kept when it was made by an earlier version, which did not note the login', async () => {
    const { madeWith: _, ...container } = OTHER
    expect((await committed({ ...container, step: 'created' })).sent).toEqual(['16'])
  })
})
