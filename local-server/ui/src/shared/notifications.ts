import { notifications } from '@mantine/notifications'
import { spokenStrings } from '../strings/language.tsx'

const closeButtonProps = () => ({ 'aria-label': spokenStrings().shared.closeMessage })

/** For what has no place of its own on the page any more. */
export function notify(message: string): void {
  notifications.show({ message, closeButtonProps: closeButtonProps() })
}

/** For actions that have no place of their own to say that they failed. */
export function notifyOfProblem(error: unknown): void {
  const { shared } = spokenStrings()
  const message = error instanceof Error ? error.message : shared.somethingWrong
  notifications.show({ color: 'red', title: shared.failed, message, closeButtonProps: closeButtonProps() })
}
