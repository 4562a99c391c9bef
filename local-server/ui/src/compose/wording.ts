// Rules and advice in the words of the page.
import { CAPTION_ADVICE, captionFacts } from '../../../../core/rules/content/caption-facts.ts'
import { CONTENT_LIMITS } from '../../../../core/rules/content/content-limits.ts'
import { OPTION_NAMES, type OptionName } from '../../../../core/rules/content/post-options.ts'
import { fileProblemSentence } from '../../../../core/rules/notices/file-problems.ts'
import { datedSentence } from '../shared/moment.tsx'
import { refusalSentence } from '../strings/refusal-sentences.ts'
import type { Strings } from '../strings/strings.ts'
import type { Composition } from './composition.ts'
import type { Editor } from './editor.ts'
import type { ServerWarning } from './send/server-findings.ts'
import type { Advice, ComposeField, ComposeProblem } from './problems.ts'

type Words = Strings['compose']

export function problemText(
  problem: ComposeProblem,
  { composition, media }: Pick<Editor, 'composition' | 'media'>,
  words: Pick<Strings, 'compose' | 'fileProblems' | 'notices' | 'refusals'>,
): string {
  const { problems, options } = words.compose
  const { caption, mediaType } = composition
  switch (problem.rule) {
    case 'captionLength':
      return problems.captionLength(captionFacts(caption).characters - CONTENT_LIMITS.caption)
    case 'noMedia':
      return problems.noMedia[mediaType]
    case 'unfit': {
      // The file says both in the same order: what is wrong in English, and as a code.
      const own = media.flatMap((file) => {
        const nth = file?.unfit[mediaType].indexOf(problem.message) ?? -1
        return file?.unfitDetails[mediaType][nth] ?? []
      })[0]
      return own ? fileProblemSentence(own, words) : problem.message
    }
    case 'refused':
      return refusedText(problem, words)
    case 'optionSize':
    case 'optionValue':
      return isOption(problem.field) ? options.wrong[problem.field] : problem.message
    case 'optionOnType':
    case 'optionLogin':
    case 'optionPermission':
      return options.refused[problem.rule]
    default:
      return problems[problem.rule]
  }
}

/** As it is told when the post is sent. */
export function refusedText(
  { code = 'VALIDATION_ERROR', message }: Pick<ComposeProblem, 'code' | 'message'>,
  { refusals }: Pick<Strings, 'refusals'>,
): string {
  return refusalSentence({ code, error: message, status: 400 }, refusals)
}

function isOption(field: ComposeField): field is OptionName {
  return (OPTION_NAMES as readonly string[]).includes(field)
}

export function adviceText(advice: Advice, { caption }: Composition, { hints }: Words): string {
  return advice === 'hashtagsOverApp'
    ? hints.hashtagsOverApp(captionFacts(caption).hashtags, CAPTION_ADVICE.hashtagsInItsApp)
    : hints[advice]
}

/** What the server warns of; codes that are unknown here keep the server's words. */
export function foreseenText(
  { message, detail }: ServerWarning,
  words: Pick<Strings, 'notices'>,
  timeText: (at: Date) => string,
): string {
  return detail === null ? message : datedSentence(detail, words.notices, timeText)
}
