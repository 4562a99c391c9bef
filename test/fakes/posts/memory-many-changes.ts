import type { PartOfMany, PostChange, PostCommands } from '../../../core/ports/posts/publication-ledger.ts'
import { isTakenOver } from '../../../core/features/cloud/delegation/handovers.ts'
import { applyMove } from '../cloud/memory-handover-store.ts'
import { recordMade } from '../memory-request-store.ts'
import { latestOf, withLivingMedia, type MemoryPosts } from './memory-posts.ts'
import { archiveOne, undoable, updatePost } from './memory-post-commands.ts'
import { mayTakeSlot } from './memory-slot-store.ts'

export function createManyChanges(data: MemoryPosts): Pick<PostCommands, 'changeMany'> {
  return {
    async changeMany(parts, { atomic }) {
      let made: PostChange[] = []
      let isOvertaken = false
      undoable(data, () => {
        made = parts.map((part) => changeOne(data, part))
        isOvertaken = made.some(({ kind }) => kind === 'overtaken')
        return !isOvertaken && !(atomic && made.some(({ kind }) => kind === 'refused'))
      })
      return isOvertaken ? null : made
    },
  }
}

function changeOne(data: MemoryPosts, { postId, decide, request }: PartOfMany): PostChange {
  const post = data.posts.get(postId)
  const handover = [...data.handovers.values()].find(
    (one) => one.postId === postId && !one.isEnded && !isTakenOver(one),
  )
  const stored = {
    post: post ? withLivingMedia(post, data.media) : null,
    last: latestOf(data, postId),
    handover: handover ?? null,
  }
  const wanted = decide(structuredClone(stored))
  if (!carryOut(data, postId, wanted)) return { kind: 'overtaken' }
  if (wanted.kind !== 'refused' && wanted.kind !== 'overtaken')
    recordMade(data.requests, request, {
      id: postId,
      jobId: wanted.kind === 'move' ? wanted.move.next.id : null,
    })
  return wanted
}

function carryOut(data: MemoryPosts, postId: string, wanted: PostChange): boolean {
  if (wanted.kind === 'update') return updatePost(data, postId, () => wanted.update)
  if (wanted.kind === 'archive') return archiveOne(data, postId, { at: wanted.at, from: 'LOCAL' }) !== null
  if (wanted.kind !== 'move') return true
  const { takes } = wanted.move
  if (takes && !mayTakeSlot(data, takes.post, takes.slots)) return false
  applyMove(data, wanted.move, latestOf(data, postId))
  return true
}
