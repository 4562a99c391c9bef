import type { ErrorBody } from '../../../../core/api/refusals.ts'

/** What a refusal says in another language than the server's: `{said}` stands for its own, more exact sentence. */
export interface RefusalSentences extends Readonly<Record<ErrorBody['code'], string>> {
  /** What the fields of forms must be, by their path in the request: the one thing a VALIDATION_ERROR can say of them. */
  readonly fields: Readonly<Record<string, string>>
}

/** Without those that the server says well itself. */
export type SomeRefusalSentences = Partial<RefusalSentences> & Pick<RefusalSentences, 'fields'>

/** A code that is newer than this page is told in the server's words. */
export function refusalSentence({ code, error }: ErrorBody, sentences: SomeRefusalSentences): string {
  const field = code === 'VALIDATION_ERROR' ? /^([\w.]+): /.exec(error)?.[1] : undefined
  const sentence: string | undefined = sentences.fields[field ?? ''] ?? sentences[code]
  return sentence?.replace('{said}', () => error) ?? error
}
