import type { CallRecord } from '../record-calls.ts'

/** 36003/2207009, where a container is asked for or where its status is read. */
export function isShapeRefused({ reply }: Pick<CallRecord, 'reply'>): boolean {
  if (reply.kind === 'refused') return reply.refusal.code === 36_003 || reply.refusal.subcode === 2_207_009
  if (reply.kind === 'unknown') return false
  const { value } = reply
  return typeof value === 'object' && value !== null && 'subcode' in value && value.subcode === 2_207_009
}
