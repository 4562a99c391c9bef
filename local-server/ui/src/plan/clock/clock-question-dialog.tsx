import { Button, Stack } from '@mantine/core'
import { useChoiceWords } from '../../shared/when/when-field.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useCalendarTimes } from './calendar-zone.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import type { ClockQuestion } from '../moves.tsx'

interface ClockQuestionDialogProps {
  readonly question: ClockQuestion | null
  /** Null: it stays where it was. */
  readonly onAnswer: (at: number | null) => void
}

/** A post was dropped on a time that comes twice, or never. */
export function ClockQuestionDialog({ question, onAnswer }: ClockQuestionDialogProps) {
  const { plan } = useStrings()
  return (
    <Dialog opened={question !== null} title={plan.changeOfClocks} onClose={() => onAnswer(null)}>
      {question && <Question question={question} onAnswer={onAnswer} />}
    </Dialog>
  )
}

const WRAPPING = { label: { whiteSpace: 'normal' } } as const

function Question({
  question: { asked, wall },
  onAnswer,
}: {
  readonly question: ClockQuestion
  readonly onAnswer: (at: number | null) => void
}) {
  const { plan, shared } = useStrings()
  const words = useChoiceWords(useCalendarTimes().zone)
  const choices =
    asked.kind === 'twice'
      ? [
          { at: asked.earlier, words: words.first(asked.earlier) },
          { at: asked.later, words: words.second(asked.later) },
        ]
      : [asked.before, asked.after].map((at) => ({ at, words: words.instead(at) }))
  return (
    <Stack gap="sm">
      <p>
        {asked.kind === 'twice' ? shared.when.twice(words.wall(wall)) : shared.when.never(words.wall(wall))}
      </p>
      {choices.map((choice) => (
        <Button
          key={choice.at}
          variant="default"
          h="auto"
          mih="2.25rem"
          py={6}
          styles={WRAPPING}
          onClick={() => onAnswer(choice.at)}
        >
          {choice.words}
        </Button>
      ))}
      <Button variant="subtle" onClick={() => onAnswer(null)}>
        {plan.cancel}
      </Button>
    </Stack>
  )
}
