// Chooses the accounts that are checked in this invocation, and the time of the next one. Due posts always go first:
// a check uses the calls that they leave, and one without calls left continues in the next invocation.
import type { KeyedMutex } from '../../core/keyed-mutex.ts'
import type { OfficialSourceOptions } from '../../core/engine/platform/mentions/official-source.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { MentionSource } from '../../core/ports/reposts/mention-source.ts'
import type { Random } from '../../core/ports/random.ts'
import type { RepostingDeps } from '../../core/engine/reposts/reposting-deps.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../../core/time.ts'
import type { Budget } from '../budget.ts'
import { configRow, createSqlRepostStore, type ConfigRow } from './repost-rows.ts'
import { createWorkerStories } from './repost-stories.ts'
import { select, update, type Sql } from '../storage/sql.ts'

/** What checks an account: `core/engine/reposts/check-account.ts` and the official source; tests pass their own. */
export interface RepostParts {
  /** Resolves with the time of the next check, or null. */
  check(deps: RepostingDeps, accountId: string): Promise<Instant | null>
  createSource(options: OfficialSourceOptions): MentionSource
}

interface CheckDeps {
  readonly sql: Sql
  readonly parts: RepostParts
  readonly mutex: KeyedMutex
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The collaborators of the source; `fetch` counts the calls of the invocation. */
  sourceOptions(fetch: typeof globalThis.fetch): OfficialSourceOptions
  /** A job was written. */
  onJobWritten(): void
}

export interface RepostChecks {
  /** Checks the due accounts, as far as the budget allows. */
  run(budget: Budget): Promise<void>
}

/** One check reads a few conversations; the others wait for the next invocation. */
const MOST_AT_ONCE = 3
/**
 * After an invocation that died during a check, the next check comes this much later, not again and again at once.
 */
const LEASE: Duration = 5 * MINUTE
const SOONEST: Duration = 15 * SECOND

export function createRepostChecks(deps: CheckDeps): RepostChecks {
  const { sql, clock } = deps
  const underWay = new Set<string>()
  return {
    async run(budget) {
      for (let done = 0; done < MOST_AT_ONCE && budget.mayScan(); done += 1) {
        const row = nextDueExcept(sql, clock.now(), underWay)
        if (row === null) return
        underWay.add(row.id)
        try {
          await checkAccount(deps, row, budget)
        } finally {
          underWay.delete(row.id)
        }
      }
    },
  }
}

async function checkAccount(deps: CheckDeps, row: ConfigRow, budget: Budget): Promise<void> {
  const { sql, clock, parts } = deps
  const lease = clock.now() + LEASE
  update(sql, 'repost_configs', row.id, { next_at: lease })
  const at = await parts.check(repostPorts(deps, budget), row.id)
  const now = configRow(sql, row.id)
  if (now?.returned !== 0) return
  const next = at === null ? null : Math.max(at, clock.now() + SOONEST)
  // The user has changed something meanwhile: that has its own time.
  if (now.next_at === lease) update(sql, 'repost_configs', row.id, { next_at: next })
}

function nextDueExcept(sql: Sql, now: Instant, underWay: ReadonlySet<string>): ConfigRow | null {
  const query = `SELECT * FROM repost_configs
    WHERE next_at <= ? AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY next_at LIMIT 1`
  return select<ConfigRow>(sql, query, now, JSON.stringify([...underWay]))[0] ?? null
}

function repostPorts(deps: CheckDeps, budget: Budget): RepostingDeps {
  const { sql, mutex, clock, random, log, onJobWritten } = deps
  const source = withinBudget(deps.parts.createSource(deps.sourceOptions(budget.fetch)), budget)
  return {
    owner: 'cloud',
    mutex,
    reposts: createSqlRepostStore(sql),
    // The private API is never used from here.
    sourceOf: (transport) => (transport === 'official' ? source : null),
    stories: createWorkerStories({ sql, clock, onJobWritten }),
    clock,
    random,
    log,
  }
}

function withinBudget(source: MentionSource, budget: Budget): MentionSource {
  const counted = <R extends { mayCall(): Promise<boolean> }>(request: R): R => ({
    ...request,
    mayCall: async () => budget.mayGoOn(1) && request.mayCall(),
  })
  return {
    scan: (request) => source.scan(counted(request)),
    look: (request, story) => source.look(counted(request), story),
  }
}
