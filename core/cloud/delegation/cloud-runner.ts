import type { CloudRunner } from '../../scheduling/cloud-runner.ts'
import { cancelAccountPosts, cancelPost, editPost, recallFailedPost } from './change-job.ts'
import type { HandoverDeps } from './handover-deps.ts'
import { handOverPost } from './hand-over-post.ts'
import { takeOver } from './recall/take-over.ts'

export function createCloudRunner(deps: HandoverDeps): CloudRunner {
  return {
    handOver: (post, draft, slots) => handOverPost(deps, post, draft, slots),
    edit: (before, after) => editPost(deps, before, after),
    cancel: (post, then) => cancelPost(deps, post, then),
    recall: (post) => recallFailedPost(deps, post),
    takeOver: (post) => takeOver(deps, post),
    cancelAccount: (accountId) => cancelAccountPosts(deps, accountId),
    accountChanged: () => deps.wakeSync(),
  }
}
