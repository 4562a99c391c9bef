// Functions of SQL for the migration that makes codes of the sentences of posts, mentions and pending edits. What they cannot
// read they return as it is: the quarantine finds it.
import type Database from 'better-sqlite3'
import { readFailureDetail, readWarnings } from '../../core/notices/read-notices.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import { recordOfStored, type StoredRecord } from '../../core/reposts/stored-record.ts'

export function registerNoticeFunctions(raw: Database.Database): void {
  const register = (name: string, change: (stored: unknown) => unknown) =>
    void raw.function(name, { deterministic: true }, change)
  register('coded_failure', (sentence) =>
    typeof sentence === 'string' ? JSON.stringify(readFailureDetail(sentence)) : sentence,
  )
  register(
    'coded_warnings',
    inJson((stored) => (isSentences(stored) ? readWarnings(stored) : stored)),
  )
  register(
    'coded_post',
    inJson((stored) => codedPost(stored as SpokenPost)),
  )
  register(
    'coded_mention',
    inJson((stored) => recordOfStored(stored as StoredRecord)),
  )
  register(
    'coded_handover',
    inJson((stored) => codedHandover(stored as SpokenHandover)),
  )
}

/** As the versions before stored it: with sentences. */
type SpokenPost = Omit<PostRecord, 'errorDetail' | 'warnings'> & {
  readonly errorMessage: string | null
  readonly warnings: unknown
}

interface SpokenHandover {
  readonly asked: { readonly kind: string; readonly after?: SpokenPost } | null
}

function inJson(change: (stored: unknown) => unknown): (text: unknown) => unknown {
  return (text) => {
    if (typeof text !== 'string') return text
    try {
      return JSON.stringify(change(JSON.parse(text)))
    } catch {
      return text
    }
  }
}

function codedPost({ errorMessage, warnings, ...post }: SpokenPost): PostRecord {
  const coded = isSentences(warnings) && warnings.length > 0 ? readWarnings(warnings) : null
  return { ...post, errorDetail: readFailureDetail(errorMessage), warnings: coded }
}

function codedHandover(handover: SpokenHandover): unknown {
  const { asked } = handover
  return asked?.after ? { ...handover, asked: { ...asked, after: codedPost(asked.after) } } : handover
}

function isSentences(stored: unknown): stored is string[] {
  return Array.isArray(stored) && stored.every((one) => typeof one === 'string')
}
