// Bounds of the settings of story repost. Pure: the page checks them before the server has to refuse.

export interface Bounds {
  readonly least: number
  readonly most: number
}

export const SETTING_BOUNDS = {
  pollIntervalHours: { least: 6, most: 48 },
  jitterMinutes: { least: 0, most: 120 },
  dailyRepostLimit: { least: 1, most: 25 },
} as const satisfies Record<string, Bounds>

export type BoundedSetting = keyof typeof SETTING_BOUNDS

/** A whole number within its bounds. An empty field is not a number. */
export function isAllowed(setting: BoundedSetting, value: unknown): value is number {
  const { least, most } = SETTING_BOUNDS[setting]
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}
