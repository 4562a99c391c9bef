// What a step found out beside its publication, written in the same transaction.
import { eq, sql } from 'drizzle-orm'
import type { Aside } from '../../core/ports/publication-ledger.ts'
import type { Publication } from '../../core/publishing/publication.ts'
import type { Db } from './open-database.ts'
import { accounts, attemptSteps } from './schema.ts'

/** Far more than a post needs that goes well; what looks in the background for a day stays below it too. */
const MOST_STEPS = 400
const PRUNE_EVERY = 50

export type WriteAside = (publication: Publication, aside: Aside) => void

export function prepareAsides(db: Db): WriteAside {
  const value = (name: string) => sql.placeholder(name)
  const insert = db
    .insert(attemptSteps)
    .values({ postId: value('postId'), entry: sql`${value('entry')}` })
    .prepare()
  const prune = db
    .delete(attemptSteps)
    .where(
      sql`post_id = ${value('postId')} and seq not in
        (select seq from attempt_steps where post_id = ${value('postId')} order by seq desc limit ${MOST_STEPS})`,
    )
    .prepare()
  const pause = db
    .update(accounts)
    .set({ pausedUntil: sql`max(coalesce(${accounts.pausedUntil}, 0), ${value('until')})` })
    .where(eq(accounts.id, value('id')))
    .prepare()
  return ({ postId, accountId, version }, { steps, pauseAccountUntil }) => {
    for (const step of steps) insert.run({ postId, entry: JSON.stringify(step) })
    if (version % PRUNE_EVERY === 0) prune.run({ postId })
    if (pauseAccountUntil !== null) pause.run({ id: accountId, until: pauseAccountUntil })
  }
}
