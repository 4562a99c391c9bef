import { describe, expect, it } from 'vitest'
import type { RepeatingJob, RepeatingJobs } from '../../core/ports/repeating-jobs.ts'
import { HOUR } from '../../core/time.ts'
import { START } from '../factories.ts'
import { safeText } from '../../core/redact.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

/** Every store of work that comes back keeps these promises; `a` and `b` are two handles on one store. */
export function describeRepeatingJobs(name: string, open: () => Promise<TwoHandles<RepeatingJobs>>): void {
  describe(`work that comes back in ${name}`, () => {
    const opened = openEach(open)

    const job = (repeatKey: string, runAt = START) =>
      ({ type: 'STORY_REPOST_CHECK', repeatKey, repeatIntervalMs: 6 * HOUR, runAt }) as const
    const put = (repeatKey: string, runAt?: number) => opened.a.upsert(job(repeatKey, runAt), START)
    const mustClaim = async (now = START): Promise<RepeatingJob> =>
      (await opened.b.claim(now)) ?? expect.unreachable('nothing is due')

    it('exists once for each key, and storing it again changes the first one', async () => {
      const { a, b } = opened
      await put('x')
      const first = await b.get('x')
      expect(first).toEqual({
        ...job('x'),
        id: expect.any(String),
        status: 'PENDING',
        attempts: 0,
        lastError: null,
      })
      await b.upsert({ ...job('x', START + HOUR), repeatIntervalMs: 12 * HOUR }, START)
      expect(await a.get('x')).toEqual({ ...first, runAt: START + HOUR, repeatIntervalMs: 12 * HOUR })
      expect(await a.get('y')).toBeNull()
    })

    it('is counted while it waits, runs, or has a time to come', async () => {
      const { a, b } = opened
      await put('due')
      await put('running')
      await put('later', START + HOUR)
      await put('gone')
      await a.cancel('gone', START)
      await mustClaim()
      expect(await b.counts(START)).toEqual({ waiting: 1, active: 1, delayed: 1 })
    })

    it('is claimed when it is due, the earliest first, by one at a time', async () => {
      const { a, b } = opened
      await put('later', START + 2)
      await put('first', START + 1)
      expect(await a.claim(START)).toBeNull()
      expect(await a.nextDue()).toBe(START + 1)
      expect(await a.claim(START + 2)).toMatchObject({ repeatKey: 'first', status: 'PROCESSING' })
      expect(await b.claim(START + 2)).toMatchObject({ repeatKey: 'later' })
      expect(await a.claim(START + 2)).toBeNull()
      expect(await b.nextDue()).toBeNull()
    })

    it('comes back at the time it is given; failures in a row are counted', async () => {
      const { a, b } = opened
      await put('x')
      const { id } = await mustClaim()
      await a.finish(id, { runAt: START + 1, error: safeText('no answer'), now: START })
      expect(await b.get('x')).toMatchObject({ status: 'PENDING', attempts: 1, lastError: 'no answer' })
      await mustClaim(START + 1)
      await b.finish(id, { runAt: START + 2, error: safeText('none again'), now: START })
      expect(await a.get('x')).toMatchObject({ attempts: 2, runAt: START + 2 })
      await mustClaim(START + 2)
      await a.finish(id, { runAt: START + 3, error: null, now: START })
      expect(await b.get('x')).toMatchObject({ attempts: 0, lastError: null, runAt: START + 3 })
    })

    it('that was cancelled is not claimed and does not come back, until it is put again', async () => {
      const { a, b } = opened
      await put('x')
      await put('y')
      const { id, repeatKey } = await mustClaim()
      await a.cancel(repeatKey, START)
      await b.finish(id, { runAt: START + 1, error: null, now: START })
      expect(await a.get(repeatKey)).toMatchObject({ status: 'CANCELLED' })
      const other = repeatKey === 'x' ? 'y' : 'x'
      await a.cancel(other, START)
      await a.cancel('unknown', START)
      expect(await b.claim(START + 9)).toBeNull()
      await put(other)
      expect(await b.claim(START)).toMatchObject({ repeatKey: other, attempts: 0 })
    })

    it('that is given another time while it is under way has it when it ends', async () => {
      const { a, b } = opened
      await put('x')
      const { id } = await mustClaim()
      await put('x', START + HOUR)
      expect(await b.claim(START + 2 * HOUR)).toBeNull()
      await a.finish(id, { runAt: START + 5, error: null, now: START })
      expect(await b.get('x')).toMatchObject({ status: 'PENDING', runAt: START + HOUR })
      await mustClaim(START + HOUR)
      await a.finish(id, { runAt: START + 7, error: null, now: START })
      expect(await b.get('x')).toMatchObject({ runAt: START + 7 })
    })

    it('whose time a wrong clock has put years ahead is due at once', async () => {
      await put('x', START + 12 * HOUR)
      expect(await opened.b.claim(START)).toBeNull()
      await put('x', START + 12 * HOUR + 1)
      expect(await opened.b.claim(START)).toMatchObject({ repeatKey: 'x' })
    })
  })
}
