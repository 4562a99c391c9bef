import { notifications } from '@mantine/notifications'
import { spokenStrings } from '../strings/language.tsx'

export const closeButtonProps = () => ({ 'aria-label': spokenStrings().shared.closeMessage })

/** Shows a message about something that is no longer on the page. */
export function notify(message: string): void {
  notifications.show({ message, closeButtonProps: closeButtonProps() })
}

/** Reports a failed action that has no place of its own on the page. */
export function notifyOfProblem(error: unknown): void {
  const { shared } = spokenStrings()
  const message = error instanceof Error ? error.message : shared.somethingWrong
  notifications.show({ color: 'red', title: shared.failed, message, closeButtonProps: closeButtonProps() })
}

// Keeps messages above what is pressed next at the bottom of the window (page.css).

/** All that are in sight, the uppermost last. */
const feet = new Set<HTMLElement>()

/** A ref: messages do not cover this element, which stays at the bottom of the window. */
export function keepMessagesAbove(foot: HTMLElement | null) {
  if (foot === null) return
  feet.add(foot)
  const observer = new ResizeObserver(measureFoot)
  observer.observe(foot)
  return () => {
    observer.disconnect()
    feet.delete(foot)
    measureFoot()
  }
}

function measureFoot(): void {
  const foot = [...feet].at(-1)
  // An empty one takes no room.
  const height = foot?.offsetHeight ? innerHeight - foot.getBoundingClientRect().top : 0
  document.documentElement.style.setProperty('--foot', foot ? `${height}px` : null)
}
