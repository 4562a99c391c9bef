import { notifications } from '@mantine/notifications'

const closeButtonProps = { 'aria-label': 'Close this message' }

/** For what has no place of its own on the page any more. */
export function notify(message: string): void {
  notifications.show({ message, closeButtonProps })
}

/** For actions that have no place of their own to say that they failed. */
export function reportProblem(error: unknown): void {
  const message = error instanceof Error ? error.message : 'Something went wrong.'
  notifications.show({ color: 'red', title: 'That did not work', message, closeButtonProps })
}
