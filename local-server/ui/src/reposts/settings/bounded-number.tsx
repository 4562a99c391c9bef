import { NumberInput } from '@mantine/core'
import {
  isAllowed,
  SETTING_BOUNDS,
  type BoundedSetting,
} from '../../../../../core/reposts/settings/setting-bounds.ts'
import { useLazyStrings } from '../../strings/language.tsx'

interface BoundedNumberProps {
  readonly setting: BoundedSetting
  readonly label: string
  readonly description?: string
  /** Text while it is no number. */
  readonly value: number | string
  readonly error: string | undefined
  readonly onChange: (value: number | string) => void
}

/** Takes what is typed and corrects nothing: what cannot be is said when it is saved. */
export function BoundedNumber({ setting, ...props }: BoundedNumberProps) {
  const { least, most } = SETTING_BOUNDS[setting]
  return (
    <NumberInput
      {...props}
      size="md"
      styles={{ wrapper: { maxWidth: '9rem' } }}
      min={least}
      max={most}
      clampBehavior="none"
      allowDecimal={false}
      stepHoldDelay={400}
      stepHoldInterval={80}
    />
  )
}

/** Says in words what is wrong with a number. */
export function useBoundProblem() {
  const { settings } = useLazyStrings().reposts
  return (setting: BoundedSetting, value: unknown): string | undefined => {
    const { least, most } = SETTING_BOUNDS[setting]
    return isAllowed(setting, value) ? undefined : settings.between(least, most)
  }
}
