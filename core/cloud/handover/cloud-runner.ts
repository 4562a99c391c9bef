import type { CloudRunner } from '../../scheduling/cloud-runner.ts'
import { accountDisconnected, cancel, edit, takeBack } from './change-job.ts'
import type { HandoverPorts } from './handover-ports.ts'
import { take } from './take.ts'
import { takeOver } from './take-over.ts'

export function createCloudRunner(ports: HandoverPorts): CloudRunner {
  return {
    take: (post, draft) => take(ports, post, draft),
    edit: (before, after) => edit(ports, before, after),
    cancel: (post, then) => cancel(ports, post, then),
    takeBack: (post) => takeBack(ports, post),
    takeOver: (post) => takeOver(ports, post),
    accountDisconnected: (accountId) => accountDisconnected(ports, accountId),
  }
}
