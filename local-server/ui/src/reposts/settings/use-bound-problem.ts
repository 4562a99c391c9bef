import {
  isAllowed,
  SETTING_BOUNDS,
  type BoundedSetting,
} from '../../../../../core/reposts/settings/setting-bounds.ts'
import { useLazyStrings } from '../../strings/language.tsx'

/** Says in words what is wrong with a number. */
export function useBoundProblem() {
  const { settings } = useLazyStrings().reposts
  return (setting: BoundedSetting, value: unknown): string | undefined => {
    const { least, most } = SETTING_BOUNDS[setting]
    return isAllowed(setting, value) ? undefined : settings.between(least, most)
  }
}
