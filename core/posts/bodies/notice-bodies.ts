// Warnings and failures as the contract shows them: in an English sentence, and as data.
import type { FailureDetailBody, WarningDetailBody } from '../../api/notices.ts'
import type { FailureDetail } from '../../notices/failure-details.ts'
import { failureSentence, warningSentence } from '../../notices/sentences.ts'
import type { Warning } from '../../notices/warnings.ts'

export function warningBodies({ warnings: stored }: { readonly warnings: readonly Warning[] | null }) {
  const warnings = stored ?? []
  return {
    warnings: warnings.map((one) => warningSentence(one)),
    warningDetails: warnings.map((one): WarningDetailBody => ({ ...one })),
  }
}

export function failureBodies({ errorDetail }: { readonly errorDetail: FailureDetail | null }) {
  return {
    errorMessage: errorDetail && failureSentence(errorDetail),
    errorDetail: errorDetail && ({ ...errorDetail } satisfies FailureDetailBody),
  }
}
