import { Box } from '@mantine/core'
import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import { useFormats, useStrings } from '../strings/language.tsx'
import type { Editor } from './editor.ts'
import fieldClasses from './fields/field-notes.module.css'
import { useForm } from './form.tsx'
import { foreseenText } from './wording.ts'

/** What the server foresees, above the button. It keeps nobody from sending. */
export function Foreseen({ editor }: { readonly editor: Editor }) {
  const words = useStrings()
  const formats = useFormats()
  const { unplaced, warnings } = useForm().findings
  const timeText = (at: Date) => formats.dayAndTime(at, editor.composition.when?.timeZone)
  return (
    <div role="status" aria-label={words.compose.foreseen}>
      {unplaced.map((sentence) => (
        <p key={sentence} className={fieldClasses.problem}>
          <Box component="span" flex="none" mt={2} aria-hidden="true">
            <AlertIcon />
          </Box>
          {sentence}
        </p>
      ))}
      {warnings.map((warning) => (
        <p key={warning.message} className={fieldClasses.hint}>
          <Box component="span" flex="none" mt={2} aria-hidden="true">
            <InfoIcon />
          </Box>
          {foreseenText(warning, words, timeText)}
        </p>
      ))}
    </div>
  )
}
