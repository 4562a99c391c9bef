import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useLazyStrings } from '../strings/language.tsx'

interface SecretInputProps extends PasswordInputProps {
  readonly label: string
}

/** Says to a screen reader what the library leaves out: that it is wrong, and whose eye the button is. */
export function SecretInput(props: SecretInputProps) {
  const { showSecret } = useLazyStrings().cloud
  return (
    <PasswordInput
      size="md"
      autoComplete="off"
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': showSecret(props.label) }}
      {...props}
    />
  )
}
