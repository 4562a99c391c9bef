import type { SomeRefusalSentences } from '../refusal-sentences.ts'
import { FILE_PROBLEMS, type FileProblemCode } from '../../../../../core/rules/notices/file-problems.ts'
import { ENGLISH } from '../../../../../core/rules/notices/sentences.ts'
import { appEn, signInEn, settingsEn } from './app.ts'
import { attentionEn } from './attention.ts'
import { importingEn } from './importing.ts'
import { composeEn } from './compose.ts'
import { libraryEn } from './library.ts'
import { planEn } from './plan.ts'
import { postsEn } from './posts.ts'
import { sharedEn } from './shared.ts'

const fileProblemsEn: Readonly<Record<FileProblemCode, string>> = FILE_PROBLEMS

export const english = {
  app: appEn,
  attention: attentionEn,
  importing: importingEn,
  signIn: signInEn,
  compose: composeEn,
  library: libraryEn,
  plan: planEn,
  posts: postsEn,
  settings: settingsEn,
  shared: sharedEn,
  notices: ENGLISH,
  fileProblems: fileProblemsEn,
  /** The server speaks English itself; only a sentence that begins with the name of a field is not for people. */
  refusals: { fields: { mediaFileId: 'This post has no file yet. Choose one.' } } as SomeRefusalSentences,
}
