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
