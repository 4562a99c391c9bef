import { plural } from '../../plural.ts'

/** Of what an agent asks for beside sending a draft. */
export const approvalsEn = {
  asks: (agent: string, count: number) =>
    `${agent} wants to send or change ${plural(count, '1 post', `${count} posts`)}`,
  change: (time: string) => `Change, for ${time}`,
  move: (time: string) => `Move to ${time}`,
  cancel: (time: string) => `Cancel: planned for ${time}`,
  now: 'Until now',
  approveChange: 'Approve the change',
  approveCancel: 'Approve and cancel',
  changed: 'Approved. The post is changed.',
  cancelled: 'Approved. The post is a draft again.',
}
