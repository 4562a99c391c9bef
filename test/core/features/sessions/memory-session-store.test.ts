import { createMemorySessionStore } from '../../../../core/features/sessions/memory-session-store.ts'
import type { SessionRecord } from '../../../../core/ports/session-store.ts'
import { describeSessionStore } from '../../../contracts/session-store.contract.ts'

describeSessionStore('the memory store', async () => {
  const records = new Map<string, SessionRecord>()
  return { a: createMemorySessionStore(records), b: createMemorySessionStore(records) }
})
