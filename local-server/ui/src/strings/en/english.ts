import { ENGLISH } from '../../../../../core/rules/notices/english/english.ts'
import { FILE_PROBLEMS } from '../../../../../core/rules/notices/english/file-problem-sentences.ts'
import type { SomeRefusalSentences } from '../refusal-sentences.ts'
import { type FileProblemCode } from '../../../../../core/rules/notices/file-problems.ts'
import { appEn, importingEn, signInEn, settingsEn } from './app.ts'
import { attentionEn } from './attention.ts'
import { composeEn } from './compose.ts'
import { libraryEn } from './library.ts'
import { planEn } from './plan.ts'
import { postsEn } from './posts.ts'
import { sharedEn } from './shared.ts'

/** As a person calls the kinds of posts; the server says them as a script does. */
const fileProblemsEn: Readonly<Record<FileProblemCode, string>> = {
  ...FILE_PROBLEMS,
  PICTURE_NEEDED: 'A photo needs a picture. Publish this video as a reel, as a story or in a carousel.',
  VIDEO_NEEDED: 'A reel needs a video. Publish this picture as a photo, as a story or in a carousel.',
}

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
