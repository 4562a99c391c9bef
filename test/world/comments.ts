// First comments: in some histories most posts have one, whose words name the post and its version as its caption does.
import type { LiveMedia, UnderMedia } from '../../local-server/sandbox/live.ts'
import { bodyOf, type PostKind } from '../faults/kinds/post-kinds.ts'
import { dice } from './dice.ts'
import type { ShownPost } from './promises.ts'
import { isStory, nameOf, numberIn, type Told } from './told.ts'

export const hasComments = (seed: number): boolean => dice(seed, 'comments').chance(0.5)

interface Post {
  readonly kind: PostKind
  readonly words: number
  readonly number: number
}

const commentOf = (name: string) => `note on ${name}`

/** The words of a version, as a request says them. */
export function wordsOf(seed: number, { kind, words, number }: Post) {
  const caption = nameOf(words, number)
  const hasOne = hasComments(seed) && !isStory(kind) && dice(seed, 'comment', words).chance(0.7)
  return hasOne ? { caption, firstComment: commentOf(caption) } : { caption }
}

/** The content of a post that is new. */
export const contentOf = (seed: number, post: Post) => ({
  ...bodyOf(post.kind, nameOf(post.words, post.number)),
  ...wordsOf(seed, post),
})

type Live = LiveMedia & UnderMedia

const ownComments = ({ comments, accountUsername }: Live) =>
  comments.filter(({ username }) => username === accountUsername)

/** At an act of the platform: each media has its own comment, once at most. */
export function brokenComments(live: readonly Live[]): string[] {
  return live.flatMap((media) => {
    const own = ownComments(media)
    const name = media.caption ?? media.kind
    const wrong = own.find(({ text }) => text !== commentOf(media.caption ?? ''))
    if (wrong) return [`COMMENT ${name} has the comment "${wrong.text}"`]
    return own.length > 1 ? [`COMMENT ${name} has its first comment ${own.length} times`] : []
  })
}

/** After calm: what is missing was said to be missing, and what is there was not. */
export function untoldComments(
  told: readonly Told[],
  shown: ReadonlyMap<string, ShownPost>,
  live: readonly Live[],
  /** A Worker was left, which says no more what became of its comments. */
  hasLeftWorker: boolean,
): string[] {
  return told.flatMap(({ nth, id, isRestored }) => {
    const post = shown.get(id ?? '')
    const media = live.find((one) => one.id === post?.igMediaId)
    if (!post || !media || isRestored || post.status !== 'PUBLISHED') return []
    if (hasLeftWorker && post.cloudJobId !== null) return []
    const codes = post.warningDetails.map(({ code }) => code)
    const isThere = ownComments(media).length > 0
    const isWanted = post.firstComment !== null && numberIn(post.firstComment) === numberIn(media.caption)
    if (isThere && codes.includes('COMMENT_NOT_POSTED'))
      return [`COMMENT post ${nth} was said to have no comment, and has it`]
    if (isWanted && !isThere && !codes.some((code) => code.startsWith('COMMENT_')))
      return [`COMMENT post ${nth} has no first comment, and nobody was told`]
    return []
  })
}
