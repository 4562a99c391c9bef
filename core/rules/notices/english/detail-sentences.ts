import { FAILURES } from './failure-sentences.ts'

/**
 * What an entry of the attention list says beyond the sentence of its code, and what a step of a dry run found, in English: which
 * file, which refusal. What a warning of the post says already is said by the warning. Codes are stored with what the night check
 * found, so none is renamed.
 */
export const DETAILS = {
  FAILURE: '{failure}',

  // A post on paper
  ACCOUNT_DISCONNECTED: FAILURES.ACCOUNT_DISCONNECTED,
  SANDBOX_OFF: 'It belongs to the sandbox, which is switched off.',
  ACCESS_ENDS_BEFORE: 'Access to its account will have ended by then.',
  FILE_DELETED:
    'A media file of this post was deleted or cannot be read. Make the post a draft and choose another one.',
  FILE_CHANGED_SINCE:
    'The cloud still has a file of this post as it was before you changed it, and publishes that unless the new version reaches it in time. If this does not go away, open the post and save it.',
  COMMENTS_NOT_PERMITTED:
    'Its account was connected without the permission for comments. Connect it again with “First comments” ticked.',
  FACEBOOK_LOGIN_NEEDED:
    'It has something for which its account must be connected through Facebook. Connect it that way, or change the post.',
  RULE_BROKEN: '{text}',
  OVER_LIMIT: 'More posts are planned within 24 hours than Instagram accepts from the account.',

  NO_ROOM:
    'The account has reached Instagram’s publishing limit for 24 hours, and the post waits until Instagram accepts more.',

  REPOSTS_STOPPED: '{text}',

  SERIES_NOT_SCHEDULED:
    'Its series publishes without you, but this post could not be scheduled, or it was changed before. Open it to see what it lacks.',
  RECURRENCE_LOST: 'This post no longer recurs. Set its recurrence again.',
  SLOTS_LOST: 'The posting slots of this account are gone. Set them again.',

  // The Worker
  WORKER_NOT_CONNECTED: 'The cloud is no longer connected.',
  WORKER_SILENT: 'The cloud Worker does not answer.',
  WORKER_KEYS_WRONG: 'The cloud Worker has different keys from this computer.',
  WORKER_SCHEDULER_SILENT: 'The scheduler of the cloud Worker does not answer.',
  WORKER_TIMER_STOPPED: 'The timer of the cloud Worker is not running.',
  WORKER_CLOCK_DIFFERS: 'The clocks of this computer and the cloud Worker differ.',
  WORKER_LACKS_POST: 'The cloud Worker does not have this post.',
  WORKER_HAS_OTHER_VERSION: 'The cloud Worker has another version of this post.',

  // Where the platform will fetch its files
  ADDRESS_REFUSES: 'The file’s public address answers with status {status}.',
  ADDRESS_WITHOUT_MEDIA: 'The file’s public address does not serve a picture or video.',
  ADDRESS_SILENT: 'The file’s public address does not answer.',
  BUCKET_REFUSES: 'The media bucket did not accept a file. {text}',
  BUCKET_ADDRESS_REFUSES:
    'The media bucket accepts files, but its public address answers with status {status} for them.',
  BUCKET_ADDRESS_SILENT: 'The media bucket accepts files, but its public address does not answer.',
  BUCKET_ADDRESS_IS_ANOTHER:
    'The media bucket accepts files, but its public address serves something else instead.',

  // A step of a dry run
  TOKEN_ACCEPTED: 'Instagram accepted the token.',
  CALLS_LIMITED_MINUTES: 'Instagram limits the calls of this account. Wait {minutes} min.',
  CALLS_LIMITED_HOURS: 'Instagram limits the calls of this account. Wait {hours} h.',
  MAY_PUBLISH: 'Instagram lets this account publish.',
  MAY_PUBLISH_WITHOUT: 'Instagram lets this account publish. Not granted: {permissions}.',
  PERMISSIONS_MISSING: 'Reconnect the account and allow {permissions}.',
  LIMIT_READ: '{count} of {allowed} posts in the last 24 hours.',
  LIMIT_NOT_SAID: '{count} posts in the last 24 hours. Instagram did not say how many it accepts.',
  LIMIT_FULL_MINUTES: '{count} of {allowed} posts in the last 24 hours. Wait {minutes} min.',
  LIMIT_FULL_HOURS: '{count} of {allowed} posts in the last 24 hours. Wait {hours} h.',
  PICTURE_NEEDED: 'Upload a picture first: the dry run needs one.',
  PICTURE_UNREADABLE: 'The picture cannot be read. Choose another one.',
  ADDRESS_NEEDED: 'Instagram fetches pictures from a public address. Set up a media bucket.',
  ADDRESS_SERVES: 'The public address of the picture serves it.',
  CONTAINER_CREATED: 'Instagram created container {container}.',
  CONTAINER_READY: 'The container is ready to be published. It is left to expire within a day.',
  CONTAINER_SLOW: 'Instagram was still processing the picture after a minute. Try again later.',

  // This computer
  ONE_POST_HERE: 'One post waits here.',
  POSTS_HERE: '{count} posts wait here.',
  COMPUTER_USUALLY_OFF:
    'This computer is usually off or asleep at that hour. Keep it on, choose another time, or schedule the post through the cloud.',

  SLEEPS_MACOS:
    'It goes to sleep after {minutes} min without use. Change that in System Settings, under Energy, or under Battery and its options.',
  SLEEPS_WINDOWS:
    'It goes to sleep after {minutes} min without use. Change that in Settings, under System and Power.',
  SLEEPS_GNOME:
    'It is suspended after {minutes} min without use. Change that in Settings, under Power and Automatic Suspend.',
  SLEEPS_LOGIND:
    'It goes to sleep after {minutes} min without use. Change IdleAction in /etc/systemd/logind.conf.',
} as const
