// What apps from 2026-11-04 on may no longer use, in any version. Reads of many nodes are in `reads/many-nodes.ts`.
import type { CallInput } from './call-input.ts'
import { badParameter } from './refusals.ts'

/** @NOTE The numbers of these refusals have not been seen. */
export function refuseRetired(headers: Headers, input: CallInput): void {
  const used = ['date_format', 'method', 'callback', 'jsonp'].find((name) => input.text(name) !== null)
  if (used !== undefined) throw badParameter(`Param ${used} is no longer supported.`)
  if (headers.has('x-http-method-override')) throw badParameter('Method override is no longer supported.')
  if (hasAlias(input.text('fields') ?? '')) throw badParameter('Field aliases are no longer supported.')
}

/** `caption.as(text)`, also within a field. */
const hasAlias = (fields: string) => /\.as\s*\(/i.test(fields)

/** A batch that is answered later. */
export function isAsynchronous(input: CallInput): boolean {
  return input.text('adbatch') !== null || input.flag('async') === true
}
