// The Worker's store of reposts, on the SQLite of a real object.
import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { createSqlRepostStore } from '../../../cloud-worker/reposts/repost-rows.ts'
import { whileHeld } from '../../../core/rules/ownership/ownership.ts'
import type { RepostStore } from '../../../core/ports/reposts/repost-store.ts'
import { describeRepostStore } from '../../contracts/repost-store.contract.ts'

const object = env.SCHEDULER.get(env.SCHEDULER.idFromName('of the reposts'))

function handle(): RepostStore {
  return new Proxy({} as RepostStore, {
    get:
      (_target, name: keyof RepostStore) =>
      (...asked: unknown[]) =>
        runInDurableObject(object, (_object, { storage }) => {
          const store = createSqlRepostStore({
            exec: (query, ...bindings) => storage.sql.exec(query, ...bindings),
            transaction: (work) => storage.transactionSync(work),
          })
          return (store[name] as (...given: unknown[]) => Promise<unknown>)(...asked)
        }),
  })
}

describeRepostStore(
  'the SQLite of a Durable Object',
  async () => {
    await runInDurableObject(object, (_object, { storage }) => {
      for (const table of ['repost_configs', 'reposts']) storage.sql.exec(`DELETE FROM ${table}`)
    })
    return { a: handle(), b: handle() }
  },
  whileHeld(1, null),
)
