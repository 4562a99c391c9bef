// Where the plan changes with the width of the window; its stylesheets say the same widths.
import { useMediaQuery } from '@mantine/hooks'

function useIsWindow(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false
}

/** The days of a week stand below each other. */
export const useHasStackedDays = () => useIsWindow('(width < 48rem)')
/** The toolbar is short, and a week by the hour is a list. */
export const useIsNarrow = () => useIsWindow('(width < 60rem)')
/** What has no time yet stands beside the calendar; else it folds, below it. */
export const useHasAside = () => useIsWindow('(width >= 75rem)')
