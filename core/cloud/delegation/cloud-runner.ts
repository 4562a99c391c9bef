import type { CloudRunner } from '../../scheduling/cloud-runner.ts'
import { cancelAccountPosts, cancelPost, editPost, recallFailedPost } from './change-job.ts'
import type { HandoverDeps } from './handover-deps.ts'
import { handOverPost } from './hand-over-post.ts'
import { takeOver } from './recall/take-over.ts'

export function createCloudRunner(ports: HandoverDeps): CloudRunner {
  return {
    handOver: (post, draft, slots) => handOverPost(ports, post, draft, slots),
    edit: (before, after) => editPost(ports, before, after),
    cancel: (post, then) => cancelPost(ports, post, then),
    recall: (post) => recallFailedPost(ports, post),
    takeOver: (post) => takeOver(ports, post),
    cancelAccount: (accountId) => cancelAccountPosts(ports, accountId),
  }
}
