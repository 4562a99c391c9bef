// Which messages are the account's own. Its own mentions of others are in the same conversations; taken for mentions
// of the account, every repost would be reposted again.
import type { PlatformAccess } from '../../../ports/platform/platform.ts'
import { askOwnStories, askSelf, type Party, type Self, type ThreadMessage } from './conversations.ts'
import type { CallSpec, Calls } from './graph-calls.ts'

/** `other`: written by someone else, as far as that is known. `unknown`: no call can find it out. */
export type Author = 'own' | 'unknown' | { readonly party: Party | null }

export interface Authorship {
  authorOf(message: ThreadMessage, participants: readonly Party[]): Promise<Author>
}

/** Asks the platform only about what the messages leave open, and each question once. */
export function createAuthorship({
  access,
  calls,
}: {
  readonly access: PlatformAccess
  readonly calls: Calls
}): Authorship {
  const { igUserId, page } = access
  const isKnown = ({ id }: Party) => id === igUserId || id === page?.id
  const self = once(() => answerOf(calls, askSelf(page === null ? 'me' : igUserId, page === null)))
  const stories = once(() => answerOf(calls, askOwnStories(igUserId)))

  /** An app can see the account under a number that is not the one it publishes with. */
  async function bySender(from: Party, { to }: ThreadMessage): Promise<Author> {
    if (isKnown(from)) return 'own'
    if (to.some(isKnown)) return { party: from }
    const me = await self()
    if (me === null) return 'unknown'
    return isSelf(me, from) ? 'own' : { party: from }
  }

  /** A message without a sender counts as the account's own when its story is. Better to miss one mention than to repost a repost. */
  async function byStory({ mention }: ThreadMessage, participants: readonly Party[]): Promise<Author> {
    const own = await stories()
    if (own === null) return 'unknown'
    const id = mention?.storyId ?? null
    if (id === null || own.includes(id)) return 'own'
    if (participants.some(isKnown)) return { party: onlyOne(participants.filter((one) => !isKnown(one))) }
    const me = await self()
    if (me === null) return 'unknown'
    return { party: onlyOne(participants.filter((one) => !isSelf(me, one))) }
  }

  return {
    authorOf: (message, participants) =>
      message.from === null ? byStory(message, participants) : bySender(message.from, message),
  }
}

function isSelf({ ids, username }: Self, party: Party): boolean {
  return ids.includes(party.id) || (username !== null && username === party.username)
}

function onlyOne(parties: readonly Party[]): Party | null {
  return parties.length === 1 ? (parties[0] ?? null) : null
}

/** Null when it is unavailable, and then nothing else is requested. */
async function answerOf<T>(calls: Calls, asked: CallSpec<T>): Promise<T | null> {
  const answer = await calls.ask(asked)
  if (answer.kind === 'missing') calls.end(answer.stop)
  return answer.kind === 'ok' ? answer.value : null
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => (asked ??= ask())
}
