import { TagsInput } from '@mantine/core'
import { cleanUsername } from '../../../../../core/posts/content/username.ts'
import { useStrings } from '../../strings/language.tsx'

interface UsernamesProps {
  readonly label: string
  readonly names: readonly string[]
  readonly max: number
  readonly onChange: (names: readonly string[]) => void
}

/** Names of accounts, one after the other. */
export function Usernames({ label, names, max, onChange }: UsernamesProps) {
  const { compose } = useStrings()
  return (
    <TagsInput
      size="md"
      label={label}
      placeholder={names.length >= max ? undefined : compose.username}
      value={[...names]}
      maxTags={max}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      clearable={false}
      onChange={(typed) => onChange(cleanNames(typed))}
    />
  )
}

/** Removes the @ and repeats, as the platform wants it. */
function cleanNames(names: readonly string[]): string[] {
  return [...new Set(names.map(cleanUsername).filter((name) => name !== ''))]
}
