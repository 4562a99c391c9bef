// Which bytes of a media record are published: the rendered version where there is one, otherwise the stored file.
import type { FileProblem, FileProblemCode } from '../notices/file-problems.ts'
import { isSameWarning, type Warning } from '../notices/warnings.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import { fitProblems, fitRisks, type MediaFacts, type MediaUse } from '../fit/check-fit.ts'

export interface PublishedFile {
  /** In the blob store. */
  readonly blobKey: string
  /** On the open `/media/` route. */
  readonly publicKey: string
  readonly mimeType: string
  readonly facts: MediaFacts
}

export function publishedFile(record: MediaRecord): PublishedFile {
  const { processedPath, processedPublicKey, processedFacts, kind } = record
  if (processedPath === null || processedPublicKey === null || processedFacts === null) {
    return {
      blobKey: record.storagePath,
      publicKey: record.publicKey,
      mimeType: record.mimeType,
      facts: record,
    }
  }
  return {
    blobKey: processedPath,
    publicKey: processedPublicKey,
    mimeType: processedFacts.mimeType,
    facts: { kind, ...processedFacts },
  }
}

/** Why a file could not be rewritten. The facts do not show it when the only flaw is an edit list or fragments. */
const OF_REWRITING: ReadonlySet<FileProblemCode> = new Set(['TEXT', 'NOT_REWRITTEN'])

/** What keeps a file from being published as this kind of post; `facts` are those of its published version. */
export function problemsOf(
  record: MediaRecord,
  use: MediaUse,
  { facts } = publishedFile(record),
): FileProblem[] {
  const problems = fitProblems(facts, use)
  if (problems.length > 0) return problems
  return (record.validationErrors ?? []).filter(({ code }) => OF_REWRITING.has(code))
}

/** Lists, each once, what we accept but the platform may refuse. */
export function risksOf(records: readonly MediaRecord[], use: MediaUse): Warning[] {
  const risks = records.flatMap((record) => fitRisks(publishedFile(record).facts, use))
  return risks.filter((risk, index) => risks.findIndex((one) => isSameWarning(one, risk)) === index)
}
