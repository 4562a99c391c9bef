import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { describeEngineLedger } from '../../contracts/engine-ledger.contract.ts'
import { openSqlLedger } from '../../contracts/sql-ledger-stores.ts'

describeEngineLedger('the SQLite of a Durable Object', () => {
  const object = env.SCHEDULER.get(env.SCHEDULER.idFromName('of the contract'))
  return openSqlLedger((act) =>
    runInDurableObject(object, (_object, { storage }) =>
      act({
        exec: (query, ...bindings) => storage.sql.exec(query, ...bindings),
        transaction: (work) => storage.transactionSync(work),
      }),
    ),
  )
})
