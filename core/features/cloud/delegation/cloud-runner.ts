import type { CloudRunner } from '../../scheduling/cloud-runner.ts'
import { editPost } from './edit-post.ts'
import { cancelAccountPosts, cancelPost, noteDeletion, recallFailedPost } from './take-back.ts'
import { planCancel, planEdit, settle } from './many-posts.ts'
import { handOverPost, mayTake, prepareHandover } from './hand-over-post.ts'
import { takeOver } from './recall/take-over.ts'
import type { DelegationDeps } from './delegation-deps.ts'

export function createCloudRunner(deps: DelegationDeps): CloudRunner {
  return {
    handOver: (post, draft, recorded) => handOverPost(deps, post, draft, recorded),
    mayTake: (post) => mayTake(deps, post),
    prepare: (post) => prepareHandover(deps, post),
    edit: (before, after, terms) => editPost(deps, before, after, terms),
    cancel: (post, then, wanted) => cancelPost(deps, post, then, wanted),
    planCancel: (stored, to) => planCancel(deps, stored, to),
    planEdit: (stored, after) => planEdit(deps, stored, after),
    settle: (ids) => settle(deps, ids),
    noteDeletion: (post) => noteDeletion(deps, post),
    recall: (post) => recallFailedPost(deps, post),
    takeOver: (post) => takeOver(deps, post),
    cancelAccount: (accountId) => cancelAccountPosts(deps, accountId),
    accountChanged: () => deps.wakeSync(),
  }
}
