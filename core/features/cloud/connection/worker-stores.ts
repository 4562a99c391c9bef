// Which storage the Worker at an address has. A Worker is known by it, as `workerIdOf` says.
import type { WorkerStatus } from '../../../engine/worker/protocol.ts'
import type { KeptCloud } from './stored-cloud.ts'

/** What was kept of it counts, or else what it has said to this process. */
export function createKnownStores() {
  let seen: { readonly workerUrl: string; readonly id: string | null } | null = null
  const isKept = ({ store }: KeptCloud, workerUrl: string) => store?.workerUrl === workerUrl
  return {
    /** Undefined before it has answered; null of an older Worker, which does not say. */
    of(kept: KeptCloud, workerUrl: string): string | null | undefined {
      if (kept.store !== null && isKept(kept, workerUrl)) return kept.store.id
      return seen?.workerUrl === workerUrl ? seen.id : undefined
    },
    /** True when this was not known before. */
    see(workerUrl: string, { storeId, secondCopy }: WorkerStatus): boolean {
      const id = storeId ?? null
      if (secondCopy === true || (seen?.workerUrl === workerUrl && seen.id === id)) return false
      seen = { workerUrl, id }
      return true
    },
    /** An address whose storage was recreated keeps its name here: what it had is lost, and no other Worker has it. */
    toKeep(kept: KeptCloud, workerUrl: string): Pick<KeptCloud, 'store'> | null {
      if (isKept(kept, workerUrl) || seen === null || seen.workerUrl !== workerUrl || seen.id === null)
        return null
      return { store: { workerUrl, id: seen.id } }
    },
  }
}
