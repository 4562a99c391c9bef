// In a file of its own, so that it is fetched apart from the store, which waits with what is to be told.
export { Notifications as NotificationList } from '@mantine/notifications'
