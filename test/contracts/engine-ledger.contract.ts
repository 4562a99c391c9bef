// What every PublicationLedger does for the engine that publishes, on this computer and in the cloud, seen through two
// handles on one store. How posts come in and go out differs between the two, and is no part of it.
import type { AttemptStep } from '../../core/ports/posts/job-record.ts'
import { describe, expect, it } from 'vitest'
import type { DuePost, PublicationLedger } from '../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../core/rules/publication/publication.ts'
import { DAY, MINUTE, SECOND, type Instant } from '../../core/time.ts'
import { inDueLane, START } from '../factories.ts'
import { begin, FAILED, INTENT, next, PUBLISHED, UNKNOWN } from './publishing-stores.ts'
import { safeText } from '../../core/redact.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export interface AddedJob {
  readonly jobId: string
  readonly postId: string
  readonly accountId: string
}

export interface NewJob {
  /** A new account unless one is named. */
  readonly accountId?: string
  readonly runAt?: Instant
  readonly wakeAt?: Instant
  readonly caption?: string
}

export interface OpenedEngineLedger extends TwoHandles<PublicationLedger> {
  add(job?: NewJob): Promise<AddedJob>
  addAccount(pausedUntil: Instant | null): Promise<string>
}

export function describeEngineLedger(name: string, open: () => Promise<OpenedEngineLedger>): void {
  describe(`${name} as the ledger of an engine`, () => {
    const store = openEach(open)
    const claim = (ledger: PublicationLedger, now = START, busyAccounts: readonly string[] = []) =>
      ledger.claim({ now, busyAccounts, queue: 'publish' }, begin(now))
    const mustClaim = async (ledger: PublicationLedger, now = START) =>
      (await claim(ledger, now)) ?? expect.unreachable('nothing is due')
    const ahead = (now: Instant, busyAccounts: readonly string[] = []) =>
      ({ now, busyAccounts, queue: 'prepare' }) as const
    const move = async (publication: Publication, change: Parameters<typeof next>[1]) => {
      const moved = next(publication, change)
      expect(await store.a.commit(moved)).toBe('kept')
      return moved
    }

    describe('claiming', () => {
      it('tells the claimer what it needs', async () => {
        const accountId = await store.addAccount(START + 7)
        const job = await store.add({ accountId, caption: 'Good night — 夜' })
        let told: DuePost | null = null
        await store.b.claim(inDueLane(), (due) => {
          told = due
          return begin()(due)
        })
        expect(told).toMatchObject({ ...job, publishAt: START, pausedUntil: START + 7, previous: null })
        expect(told).toMatchObject({ payload: { caption: 'Good night — 夜' }, isDeleted: false })
      })

      it('gives each piece of work to one of many claimers', async () => {
        const jobs = await Promise.all(Array.from({ length: 10 }, () => store.add()))
        const claims = Array.from({ length: 40 }, (_, i) => claim(i % 2 === 0 ? store.a : store.b))
        const claimed = (await Promise.all(claims)).flatMap((publication) => publication?.jobId ?? [])
        expect(claimed.toSorted()).toEqual(jobs.map(({ jobId }) => jobId).toSorted())
      })

      it('takes the job that has been due longest, and none before its time', async () => {
        const late = await store.add({ runAt: START + 2 })
        const early = await store.add({ runAt: START + 1 })
        const future = await store.add({ runAt: START + MINUTE })
        expect((await mustClaim(store.b, START + 2)).jobId).toBe(early.jobId)
        expect((await mustClaim(store.b, START + 2)).jobId).toBe(late.jobId)
        expect(await claim(store.b, START + MINUTE - 1)).toBeNull()
        expect((await mustClaim(store.b, START + MINUTE)).jobId).toBe(future.jobId)
      })

      it('passes over accounts that are being worked on', async () => {
        const [one, two] = [await store.add({ runAt: START - 1 }), await store.add()]
        expect((await claim(store.b, START, [one.accountId]))?.jobId).toBe(two.jobId)
        expect(await claim(store.b, START, [one.accountId])).toBeNull()
        expect(await store.b.nextDue(inDueLane([one.accountId]))).toBeNull()
        expect(await store.b.nextDue(inDueLane())).toBe(START - 1)
      })

      it('leaves everything as it was when its beginning throws', async () => {
        const { jobId } = await store.add()
        const refuse = () => {
          throw new Error('the payload cannot be read')
        }
        await expect(store.a.claim(inDueLane(), refuse)).rejects.toThrow('payload')
        expect((await mustClaim(store.b)).jobId).toBe(jobId)
      })
    })

    describe('a publication that could not be read again', () => {
      const spoilt = (publication: Publication): Publication =>
        Object.assign(publication, { finished: false })

      it('is not committed, and what was stored goes on', async () => {
        const { jobId } = await store.add()
        const claimed = await mustClaim(store.a)
        const created = { step: 'created', nextAt: START + 1 } as const
        await expect(store.a.commit(spoilt(next(claimed, created)))).rejects.toThrow('finished')
        await move(claimed, created)
        expect(await claim(store.b, START + 1)).toMatchObject({ jobId, step: 'created' })
      })

      it('is not recorded by a claim, which puts its work off and takes up what comes next', async () => {
        const lost = await store.add({ runAt: START - 1 })
        const other = await store.add()
        const spoil = (due: DuePost) => (due.jobId === lost.jobId ? spoilt(begin()(due)) : begin()(due))
        expect(await store.a.claim(inDueLane(), spoil)).toMatchObject({ jobId: other.jobId })
        expect(await claim(store.b)).toBeNull()
        expect(await store.b.nextDue(inDueLane())).toBe(START + MINUTE)
        expect(await claim(store.b, START + MINUTE)).toMatchObject({ jobId: lost.jobId, version: 1 })
      })

      it('is not recorded by a claim of what follows a live post, which is put off', async () => {
        await store.add()
        await move(await mustClaim(store.a), { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 })
        const again = { ...inDueLane(), now: START + 5 }
        expect(await store.a.claim(again, (due) => spoilt(begin(START + 5)(due)))).toBeNull()
        const later = START + 5 + MINUTE
        expect(await store.b.nextDue(again)).toBe(later)
        expect(await claim(store.b, later)).toMatchObject({ step: 'confirmed', mediaId: PUBLISHED.mediaId })
      })
    })

    describe('the prepare queue', () => {
      it('holds what is to be prepared before its time, soonest first, and the publish queue does not', async () => {
        const later = await store.add({ runAt: START + 10 * MINUTE, wakeAt: START + 2 })
        const sooner = await store.add({ runAt: START + 20 * MINUTE, wakeAt: START + 1 })
        expect(await store.a.nextDue(ahead(START))).toBe(START + 1)
        expect(await store.a.nextDue(inDueLane())).toBe(START + 10 * MINUTE)
        expect(await claim(store.a, START + MINUTE)).toBeNull()
        const first = await store.a.claim(ahead(START + 2), begin())
        const second = await store.b.claim(ahead(START + 2), begin())
        expect([first?.jobId, second?.jobId]).toEqual([sooner.jobId, later.jobId])
        expect(await store.a.nextDue(ahead(START + 2))).toBeNull()
      })

      it('passes over accounts that are being worked on', async () => {
        const { accountId } = await store.add({ runAt: START + MINUTE, wakeAt: START })
        expect(await store.a.nextDue(ahead(START, [accountId]))).toBeNull()
        expect(await store.a.claim(ahead(START, [accountId]), begin())).toBeNull()
      })

      it('hands over to the publish queue what was prepared, and what was not, once its time has come', async () => {
        const runAt = START + MINUTE
        const [staged, unprepared] = [
          await store.add({ runAt, wakeAt: START }),
          await store.add({ runAt, wakeAt: START + SECOND }),
        ]
        const publication = await store.a.claim(ahead(START), begin())
        if (!publication) expect.unreachable()
        await move({ ...publication, publishAt: runAt }, { step: 'staged', containerId: '1', nextAt: runAt })
        expect(await store.b.nextDue(ahead(START))).toBe(START + SECOND)
        expect(await store.b.nextDue(ahead(runAt))).toBeNull()
        const due = [await mustClaim(store.b, runAt), await mustClaim(store.b, runAt)]
        expect(due.map(({ jobId }) => jobId).toSorted()).toEqual([staged.jobId, unprepared.jobId].toSorted())
      })
    })

    describe('committing', () => {
      it('refuses a version that is no longer the latest', async () => {
        await store.add()
        const mine = await mustClaim(store.a)
        await store.a.releaseOrphans(START)
        const theirs = await mustClaim(store.b)
        expect(await store.a.commit(next(mine, PUBLISHED))).toBe(false)
        expect(await store.b.commit(next(theirs, FAILED))).toBe('kept')
        expect(await store.b.commit(next(theirs, PUBLISHED))).toBe(false)
      })

      it('lets one of two at once win', async () => {
        await store.add()
        const publication = await mustClaim(store.a)
        const answers = await Promise.all([
          store.a.commit(next(publication, PUBLISHED)),
          store.b.commit(next(publication, FAILED)),
        ])
        expect(answers.toSorted()).toEqual([false, 'kept'])
      })

      it('hands the work on at the time it names, with the publication as it was', async () => {
        await store.add()
        const waiting = await move(await mustClaim(store.a), { step: 'created', reads: 3, nextAt: START + 5 })
        expect(await store.b.nextDue(inDueLane())).toBe(START + 5)
        expect(await claim(store.b, START + 4)).toBeNull()
        let previous: Publication | null = null
        await store.b.claim(inDueLane([], START + 5), (due) => {
          previous = due.previous
          return begin(START + 5)(due)
        })
        expect(previous).toEqual(waiting)
      })

      it('pauses the account, and never for less time than it was told before', async () => {
        const accountId = await store.addAccount(null)
        const pausedUntil = async () => {
          await store.add({ accountId })
          let told: Instant | null = null
          const publication = await store.a.claim(inDueLane(), (due) => {
            told = due.pausedUntil
            return begin()(due)
          })
          return { told, publication: publication ?? expect.unreachable() }
        }
        const { publication } = await pausedUntil()
        const step: AttemptStep = {
          at: START,
          engine: 'cloud',
          step: 'claimed',
          call: 'create container',
          httpStatus: 400,
          platformCode: 4,
          platformSubcode: null,
          platformTitle: null,
          traceId: null,
          outcome: safeText('too many calls'),
          next: 'failed',
          nextAt: null,
        }
        await store.a.commit(next(publication, FAILED), {
          steps: [step],
          pauseAccountUntil: START + 9,
          endedPause: null,
        })
        const second = await pausedUntil()
        expect(second.told).toBe(START + 9)
        await store.a.commit(next(second.publication, FAILED), {
          steps: [step],
          pauseAccountUntil: START + 3,
          endedPause: null,
        })
        expect((await pausedUntil()).told).toBe(START + 9)
      })

      it('keeps what an overtaken step has learned of the account', async () => {
        const accountId = await store.addAccount(null)
        await store.add({ accountId })
        const mine = await mustClaim(store.a)
        await store.a.releaseOrphans(START)
        await move(await mustClaim(store.b), FAILED)
        const limit = { used: 25, allowed: 25, readAt: START }
        const learned = { steps: [], pauseAccountUntil: START + DAY, endedPause: null, limit }
        expect(await store.a.commit(next(mine, FAILED), learned)).toBe(false)
        expect(await store.b.limitOf(accountId)).toMatchObject({ reading: limit })
        await store.add({ accountId })
        await store.b.claim(inDueLane(), (due) => {
          expect(due.pausedUntil).toBe(START + DAY)
          return begin()(due)
        })
        expect.assertions(4)
      })

      it('ends a pause that was needless, and what was put off for it goes on', async () => {
        const accountId = await store.addAccount(START + DAY)
        const { jobId } = await store.add({ accountId })
        const putOff = next(await mustClaim(store.a), { step: 'claimed', nextAt: START + DAY })
        expect(await store.a.commit(putOff)).toBe('kept')
        const blocked = await store.add({ accountId, runAt: START + 1 })
        const live = next(await mustClaim(store.a, START + 1), { ...PUBLISHED, updatedAt: START + 2 })
        expect(live.postId).toBe(blocked.postId)
        await store.a.commit(live, { steps: [], pauseAccountUntil: null, endedPause: START + DAY })
        const goesOn = await store.b.claim(inDueLane([], START + 2), (due) => {
          expect(due.pausedUntil).toBeNull()
          return begin(START + 2)(due)
        })
        expect(goesOn?.jobId).toBe(jobId)
      })

      it('ends a needless pause also for what follows a live post, its first comment for one', async () => {
        const accountId = await store.addAccount(START + DAY)
        const { jobId } = await store.add({ accountId })
        const waits = { ...PUBLISHED, step: 'confirmed', nextAt: START + DAY } as const
        await store.a.commit(next(await mustClaim(store.a), waits))
        await store.add({ accountId, runAt: START + 1 })
        const live = next(await mustClaim(store.a, START + 1), { ...PUBLISHED, updatedAt: START + 2 })
        await store.a.commit(live, { steps: [], pauseAccountUntil: null, endedPause: START + DAY })
        expect((await claim(store.b, START + 2))?.jobId).toBe(jobId)
      })

      it('does not end a pause that began for another reason', async () => {
        const accountId = await store.addAccount(START + DAY + 1)
        await store.add({ accountId })
        const stepLog = { steps: [], pauseAccountUntil: null, endedPause: START + DAY }
        await store.a.commit(next(await mustClaim(store.a), PUBLISHED), stepLog)
        await store.add({ accountId })
        await store.b.claim(inDueLane(), (due) => {
          expect(due.pausedUntil).toBe(START + DAY + 1)
          return begin()(due)
        })
        expect.assertions(1)
      })
    })

    describe('giving a claim back', () => {
      it('makes the work due at the named time, and not before', async () => {
        const { jobId } = await store.add()
        await store.a.release(await mustClaim(store.a), START + MINUTE)
        expect(await store.b.nextDue(inDueLane())).toBe(START + MINUTE)
        expect(await claim(store.b, START + MINUTE - 1)).toBeNull()
        expect((await mustClaim(store.b, START + MINUTE)).jobId).toBe(jobId)
      })

      it('of preparing ahead does not bring its time forward', async () => {
        await store.add({ runAt: START + MINUTE, wakeAt: START })
        const publication = await store.a.claim(ahead(START), begin())
        await store.a.release(publication ?? expect.unreachable(), START + 5)
        expect(await store.b.nextDue(ahead(START))).toBe(START + 5)
        expect(await claim(store.b, START + MINUTE - 1)).toBeNull()
        expect(await claim(store.b, START + MINUTE)).not.toBeNull()
      })

      it('does nothing to a claim that somebody else has by now, or to work that has ended', async () => {
        await store.add()
        const mine = await mustClaim(store.a)
        await store.a.releaseOrphans(START)
        const theirs = await mustClaim(store.b)
        await store.a.release(mine, START)
        expect(await claim(store.a)).toBeNull()
        const done = await move(theirs, PUBLISHED)
        await store.a.release(done, START)
        expect(await store.b.nextDue(inDueLane())).toBeNull()
      })
    })

    describe('a start after a crash', () => {
      it('finds work that a dead process held, due at once, each once', async () => {
        const [one, two] = [await store.add(), await store.add()]
        await store.add({ runAt: START + MINUTE })
        await mustClaim(store.a)
        await mustClaim(store.a)
        expect(await store.b.releaseOrphans(START + SECOND)).toBe(2)
        expect(await store.b.releaseOrphans(START + SECOND)).toBe(0)
        const again = [await mustClaim(store.b, START + SECOND), await mustClaim(store.b, START + SECOND)]
        expect(again.map(({ jobId }) => jobId).toSorted()).toEqual([one.jobId, two.jobId].toSorted())
        expect(await store.b.nextDue(inDueLane())).toBe(START + MINUTE)
      })

      it('does not bring forward what was being prepared', async () => {
        await store.add({ runAt: START + MINUTE, wakeAt: START })
        await store.a.claim(ahead(START), begin())
        await store.b.releaseOrphans(START + SECOND)
        expect(await claim(store.b, START + MINUTE - 1)).toBeNull()
        expect(await store.b.claim(ahead(START + SECOND), begin())).not.toBeNull()
      })
    })

    describe('following up', () => {
      const LIVE = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 } as const

      it('goes on with a published post until there is nothing left to read', async () => {
        const { accountId } = await store.add()
        await move(await mustClaim(store.a), LIVE)
        expect(await store.b.nextDue(inDueLane())).toBe(START + 5)
        expect(await store.b.nextDue(inDueLane([accountId]))).toBeNull()
        expect(await claim(store.b, START + 4)).toBeNull()
        const publication = await mustClaim(store.b, START + 5)
        expect(await claim(store.a, START + 6)).toBeNull()
        await move(publication, { step: 'done', permalink: 'https://www.instagram.com/p/1/' })
        expect(await store.a.nextDue(inDueLane())).toBeNull()
      })

      it('lets due jobs go first', async () => {
        await store.add()
        const live = await move(await mustClaim(store.a), { ...LIVE, nextAt: START + 1 })
        const { jobId } = await store.add({ runAt: START + 2 })
        expect((await mustClaim(store.b, START + 3)).jobId).toBe(jobId)
        expect((await mustClaim(store.b, START + 3)).jobId).toBe(live.jobId)
      })

      it('goes on with a post whose outcome is unknown', async () => {
        await store.add()
        await move(await mustClaim(store.a), { ...UNKNOWN, intent: INTENT, nextAt: START + 9 })
        expect(await store.b.nextDue(inDueLane())).toBe(START + 9)
        expect((await mustClaim(store.b, START + 9)).step).toBe('uncertain')
      })

      it('of a dead process is found, whatever the clock says now', async () => {
        await store.add()
        await move(await mustClaim(store.a), LIVE)
        await mustClaim(store.a, START + 5)
        await store.b.releaseOrphans(START - MINUTE)
        expect(await claim(store.b, START - MINUTE)).not.toBeNull()
      })
    })

    describe('telling whose media is whose', () => {
      it('names those that belong to a post, of whichever account', async () => {
        const account = await store.addAccount(null)
        for (const [mediaId, accountId] of [
          ['1', account],
          ['2', account],
          ['3', await store.addAccount(null)],
        ] as const) {
          await store.add({ accountId })
          await move(await mustClaim(store.a), { ...PUBLISHED, mediaId })
        }
        expect((await store.b.listOwnedMediaIds(['3', '2', '9', '1'])).toSorted()).toEqual(['1', '2', '3'])
        expect(await store.b.listOwnedMediaIds([])).toEqual([])
      })

      it('tells when posts of the account went live lately', async () => {
        const account = await store.addAccount(null)
        for (const [publishedAt, accountId] of [
          [START, account],
          [START + 1, account],
          [START + 2, account],
          [START + 3, await store.addAccount(null)],
        ] as const) {
          await store.add({ accountId })
          await move(await mustClaim(store.a), { ...PUBLISHED, mediaId: String(publishedAt), publishedAt })
        }
        const times = await store.b.listPublishTimes(account, START + 1)
        expect(new Set(times)).toEqual(new Set([START + 1, START + 2]))
      })

      it('keeps what a step learned of the publishing limit, and tells a claimer when it is near', async () => {
        const account = await store.addAccount(null)
        await store.add({ accountId: account })
        expect(await store.b.limitOf(account)).toEqual({ reading: null, waits: false })
        const limit = { used: 24, allowed: 25, readAt: START }
        const log = { steps: [], pauseAccountUntil: null, endedPause: null, limit }
        expect(await store.a.commit(next(await mustClaim(store.a), { nextAt: START }), log)).toBe('kept')
        expect(await store.b.limitOf(account)).toEqual({ reading: limit, waits: false })
        const nearAt = async (now: Instant) => {
          let isNear = false
          const claimed = await store.b.claim(inDueLane([], now), (due) => {
            isNear = due.isNearLimit
            return begin(now)(due)
          })
          await store.a.release(claimed ?? expect.unreachable(), now)
          return isNear
        }
        expect([await nearAt(START), await nearAt(START + DAY)]).toEqual([true, false])
      })

      it('names the open posts of an account whose time came before that of another, and which of them wait', async () => {
        const account = await store.addAccount(null)
        const [third, first, second] = [
          await store.add({ accountId: account, runAt: START + 2 }),
          await store.add({ accountId: account, runAt: START }),
          await store.add({ accountId: account, runAt: START + 1 }),
        ]
        await store.add({ runAt: START - 1 })
        await move(await mustClaim(store.a, START - 1), PUBLISHED)
        const aheadOf = async (one: AddedJob) =>
          [...(await store.b.listAhead(one.jobId))].toSorted((a, b) => Number(a) - Number(b))
        expect([await aheadOf(first), await aheadOf(third)]).toEqual([[], [false, false]])
        const waiting = await move(await mustClaim(store.a), { roomAt: START + DAY, nextAt: START + 9 })
        expect(waiting.jobId).toBe(first.jobId)
        expect([await aheadOf(second), await aheadOf(third)]).toEqual([[true], [false, true]])
        await move(await mustClaim(store.a, START + 1), PUBLISHED)
        expect(await aheadOf(third)).toEqual([true])
      })

      it('names the account’s other posts that never learned their media id', async () => {
        const account = await store.addAccount(null)
        const sent = []
        for (const accountId of [account, account, await store.addAccount(null)]) {
          await store.add({ accountId })
          const uncertain = { step: 'uncertain', intent: INTENT, nextAt: START + 9 } as const
          sent.push(await move(await mustClaim(store.a), uncertain))
        }
        const [mine, rival] = sent
        if (!mine || !rival) expect.unreachable()
        const unsettled = (except: string, since = START) => store.b.listUnreconciled(account, except, since)
        expect(await unsettled(mine.id)).toHaveLength(1)
        expect(await unsettled(crypto.randomUUID())).toHaveLength(2)
        const done = await move(rival, { step: 'done', mediaId: null, intent: INTENT })
        expect(await unsettled(mine.id)).toHaveLength(1)
        expect(await unsettled(mine.id, START + 1)).toHaveLength(0)
        // By a clock that was ten seconds behind the platform's.
        await move(done, { intent: INTENT && { ...INTENT, platformAt: START + 10 * SECOND } })
        expect(await unsettled(mine.id, START + 1)).toHaveLength(1)
        await move(mine, FAILED)
        expect(await unsettled(rival.id)).toHaveLength(0)
      })
    })
  })
}
