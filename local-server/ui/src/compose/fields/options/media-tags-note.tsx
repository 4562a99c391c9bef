import { Button, Text } from '@mantine/core'
import { useStrings } from '../../../strings/language.tsx'
import { useForm } from '../../form.tsx'
import { optionsToSend } from '../../options.ts'
import { Option, useOptions } from './option.tsx'

/** Tags of single files come from scripts alone. They are kept, told and removed here. */
export function MediaTagsNote() {
  const words = useStrings().compose.options
  const { editor } = useForm()
  const { set } = useOptions()
  const { mediaTags } = optionsToSend(editor.composition)
  if (mediaTags === null) return null
  const count = mediaTags.reduce((sum, { userTags }) => sum + userTags.length, 0)
  return (
    <Option name="mediaTags" heading={words.names.mediaTags}>
      <Text c="dimmed" fz="0.9375rem">
        {words.mediaTags(count)}
      </Text>
      <Button variant="default" size="xs" mt={8} onClick={() => set({ mediaTags: null })}>
        {words.removeMediaTags}
      </Button>
    </Option>
  )
}
