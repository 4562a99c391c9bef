import { Box, Group, Radio, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { usePostingTimes } from '../../plan/slots/posting-times.ts'
import { WhenField } from '../../shared/when/when-field.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { problemText } from '../wording.ts'

/** Now, or at a time. What is scheduled has a time. */
export function TimeField() {
  const strings = useStrings()
  const { compose } = strings
  const { editor, isScheduled, problems } = useForm()
  const { when } = editor.composition
  const problem = problems.find(({ field }) => field === 'when')
  const times = usePostingTimes()
  const [last, setLast] = useState(when)
  const choose = (choice: string) => {
    if (when !== null) setLast(when)
    editor.set({ when: choice === 'now' ? null : (last ?? times.next(editor.account?.id ?? null)) })
  }
  return (
    <div data-field="when" tabIndex={-1}>
      {!isScheduled && (
        <Radio.Group label={compose.when} value={when === null ? 'now' : 'later'} onChange={choose}>
          <SimpleGrid cols={2} spacing="2xs" mt="5xs" fw={600}>
            {(['now', 'later'] as const).map((choice) => (
              <Radio.Card key={choice} value={choice} px="md" py="sm">
                <Group gap="sm" wrap="nowrap">
                  <Radio.Indicator />
                  {choice === 'now' ? compose.now : compose.atATime}
                </Group>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
      )}
      {when !== null && (
        <Box mt="sm">
          <WhenField
            value={when}
            now={Date.now()}
            onChange={(changed) => editor.set({ when: changed })}
            error={problem && problemText(problem, editor, strings)}
          />
        </Box>
      )}
    </div>
  )
}
