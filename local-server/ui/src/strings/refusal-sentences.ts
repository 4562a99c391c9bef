import type { ErrorBody } from '../../../../core/api/refusals.ts'

/** What a refusal says in another language than the server's: `{said}` stands for its own, more exact sentence. */
export type RefusalSentences = Readonly<Record<ErrorBody['code'], string>>

/** A code that is newer than this page is told in the server's words. */
export function refusalSentence({ code, error }: ErrorBody, sentences: RefusalSentences | null): string {
  const sentence: string | undefined = sentences?.[code]
  return sentence?.replace('{said}', () => error) ?? error
}
