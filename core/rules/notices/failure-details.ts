import type { FAILURES } from './english/failure-sentences.ts'
import type { Coded, ParamsArgument, PlainCode, PlatformWords } from './notice.ts'

export type FailureCode = keyof typeof FAILURES
export type PlainFailureCode = PlainCode<typeof FAILURES>

export type FailureDetail = Coded<typeof FAILURES> & { readonly platform: PlatformWords | null }

export function failureDetail<Code extends FailureCode>(
  code: Code,
  ...[params]: ParamsArgument<(typeof FAILURES)[Code]>
): FailureDetail {
  return { code, params: params ?? {}, platform: null } as FailureDetail
}
