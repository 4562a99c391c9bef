import { TagsInput, Text } from '@mantine/core'
import { PeopleIcon } from '@primer/octicons-react'
import { CONTENT_LIMITS } from '../../../../../core/posts/content/content-limits.ts'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { Extra } from './extra.tsx'

export function CollaboratorsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { collaborators } = editor.composition
  const isFull = collaborators.length >= CONTENT_LIMITS.collaborators
  return (
    <Extra
      field="collaborators"
      icon={PeopleIcon}
      label={compose.collaborators}
      state={collaborators.length === 0 ? compose.nobody : collaborators.map((name) => `@${name}`).join(', ')}
    >
      <Text c="dimmed" fz="0.9375rem">
        {compose.collaboratorsAbout}
      </Text>
      <TagsInput
        size="md"
        label={compose.collaboratorNames}
        placeholder={isFull ? undefined : compose.username}
        value={[...collaborators]}
        maxTags={CONTENT_LIMITS.collaborators}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        clearable={false}
        onChange={(names) => editor.set({ collaborators: cleanNames(names) })}
      />
    </Extra>
  )
}

/** Removes the @ and repeats, as the platform wants it. */
function cleanNames(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.trim().replace(/^@+/, '')).filter((name) => name !== ''))]
}
