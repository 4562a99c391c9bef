// In a file of its own, so that it is fetched apart from the store, which keeps messages until the list is there.
export { Notifications as NotificationList } from '@mantine/notifications'
