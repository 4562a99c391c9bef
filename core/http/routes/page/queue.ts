// Posts that are held for confirmation. Internal: only the person in front of the page can give the word.
import { Hono } from 'hono'
import type { Clock } from '../../../ports/clock.ts'
import type { PostLedger } from '../../../ports/posts/publication-ledger.ts'
import type { HoldReason, QueueHold } from '../../../ports/posts/queue-hold.ts'
import { toIso } from '../../../time.ts'
import type { AppEnv } from '../../context.ts'

export interface QueueRoutePorts {
  readonly hold: QueueHold
  readonly ledger: PostLedger
  readonly clock: Clock
  wake(): void
}

export function queueRoutes(ports: QueueRoutePorts) {
  return new Hono<AppEnv>()
    .get('/queue/state', async (c) => c.json(await stateBody(ports), 200))
    .post('/queue/confirm', async (c) => {
      await ports.hold.release()
      ports.wake()
      return c.json(await stateBody(ports), 200)
    })
}

async function stateBody({ hold, ledger, clock }: QueueRoutePorts) {
  const { waiting, delayed } = await ledger.countQueue(clock.now())
  const held = hold.current()
  return {
    held: held !== null,
    reason: held?.reason ?? null,
    message: held && HELD[held.reason],
    since: held && toIso(held.since),
    /** Posts whose time has passed: they go out at once when the word is given. */
    overdue: waiting,
    waiting: waiting + delayed,
  }
}

const QUESTION =
  'The same posts may be waiting elsewhere too, or may already be live. Confirm to publish them from here: Nightpost looks for each on the profile first, and does not publish again what it finds there.'

/** For people, in the page and in the terminal. */
export const HELD: Record<HoldReason, string> = {
  copied: `This data folder is a copy of another one, or was restored from a backup. ${QUESTION}`,
  'other-computer': `This data folder comes from another computer. ${QUESTION}`,
  restored: `This data folder or its database was restored from a backup, or comes from another folder. ${QUESTION}`,
}
