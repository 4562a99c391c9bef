import { Stack } from '@mantine/core'
import { SlidersIcon } from '@primer/octicons-react'
import { OPTION_NAMES } from '../../../../../../core/posts/content/post-options.ts'
import { useFormats, useStrings } from '../../../strings/language.tsx'
import { useForm } from '../../form.tsx'
import { chosenOptions } from '../../options.ts'
import { Fold } from '../extra.tsx'
import { AltTexts } from './alt-texts.tsx'
import { CommentOptions } from './comment-options.tsx'
import { CoverField } from './cover-field.tsx'
import { LabelOptions } from './label-options.tsx'
import { ReelOptions } from './reel-options.tsx'

/** People have a place of their own. */
const HERE = OPTION_NAMES.filter((name) => name !== 'mediaTags')

/** Folded until it is wanted. Every field is there also while it is folded, so that a problem can lead to it. */
export function MoreOptions() {
  const words = useStrings().compose.options
  const formats = useFormats()
  const { editor, problems } = useForm()
  const shown = chosenOptions(editor.composition).filter((name) => name !== 'mediaTags')
  const chosen = new Set(shown.map((name) => words.names[name]))
  const isWrong = problems.some(({ field }) => HERE.some((name) => name === field))
  const isReel = editor.composition.mediaType === 'REELS'
  return (
    <Fold
      icon={SlidersIcon}
      label={words.title}
      state={chosen.size === 0 ? words.none : formats.list([...chosen])}
      isWrong={isWrong}
    >
      {(isOpen) => (
        <Stack gap="sm" pt={4} pb="lg" px="md">
          {!isReel && <AltTexts />}
          {isReel && <CoverField isShown={isOpen} />}
          {isReel && <ReelOptions />}
          <LabelOptions />
          <CommentOptions />
        </Stack>
      )}
    </Fold>
  )
}
