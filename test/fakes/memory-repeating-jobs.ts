import type { RepeatingJob, RepeatingJobs } from '../../core/ports/repeating-jobs.ts'

interface Row extends RepeatingJob {
  /** It was given another time while a claim held it. */
  readonly moved: boolean
}

/** A RepeatingJobs in memory. Handles that were given the same rows share one store. */
export function createMemoryRepeatingJobs(rows: Map<string, Row> = new Map()): RepeatingJobs {
  const shown = ({ moved: _moved, ...job }: Row): RepeatingJob => job
  const change = (row: Row, by: Partial<Row>) => void rows.set(row.repeatKey, { ...row, ...by })
  const pending = () =>
    [...rows.values()].filter(({ status }) => status === 'PENDING').toSorted((a, b) => a.runAt - b.runAt)
  return {
    async upsert(job) {
      const known = rows.get(job.repeatKey)
      const fresh = { id: crypto.randomUUID(), status: 'PENDING', attempts: 0, lastError: null } as const
      const held = known?.status === 'PROCESSING'
      const revived = known?.status === 'CANCELLED' ? ({ status: 'PENDING', attempts: 0 } as const) : {}
      rows.set(job.repeatKey, { ...fresh, ...known, ...revived, ...job, moved: held })
    },
    async get(repeatKey) {
      const row = rows.get(repeatKey)
      return row ? shown(row) : null
    },
    async cancel(repeatKey) {
      const row = rows.get(repeatKey)
      if (row && !row.moved) change(row, { status: 'CANCELLED' })
    },
    async claim(now) {
      const due = pending().find(
        ({ runAt, repeatIntervalMs }) => runAt <= now || runAt > now + 2 * repeatIntervalMs,
      )
      if (!due) return null
      change(due, { status: 'PROCESSING', moved: false })
      return { ...shown(due), status: 'PROCESSING' }
    },
    async finish(id, { runAt, error }) {
      const row = [...rows.values()].find((one) => one.id === id)
      if (row?.status !== 'PROCESSING') return
      const attempts = error === null ? 0 : row.attempts + 1
      const time = row.moved ? row.runAt : runAt
      change(row, { status: 'PENDING', runAt: time, attempts, lastError: error, moved: false })
    },
    async nextDue() {
      return pending()[0]?.runAt ?? null
    },
    async counts(now) {
      const waiting = pending().filter(({ runAt }) => runAt <= now).length
      const active = [...rows.values()].filter(({ status }) => status === 'PROCESSING').length
      return { waiting, active, delayed: pending().length - waiting }
    },
  }
}
