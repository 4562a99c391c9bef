/**
 * Everything that needs a person: how bad it is, the one thing that helps where nothing better is known, and what it is, in
 * English. A detail may say more.
 */
export const ATTENTION = {
  QUEUE_HELD: [
    'error',
    'confirm_queue',
    'Posts are waiting for your confirmation because this data folder was copied or restored.',
  ],
  DISK_FULL: ['error', 'free_disk', 'The disk is full, so nothing can be stored.'],
  DISK_UNWRITABLE: ['error', 'repair_disk', 'The data folder cannot be written.'],
  DISK_FAILING: [
    'error',
    'repair_disk',
    'The disk of the data folder reports errors. Back up the folder to another disk.',
  ],
  DISK_NEARLY_FULL: ['warning', 'free_disk', 'The disk of the data folder is nearly full.'],
  POST_UNCONFIRMED: ['error', 'check_platform', 'It is not known whether this post is live.'],
  POST_FAILED: ['error', 'retry', 'This post was not published.'],
  POST_OVERDUE: ['error', 'open_post', 'This post is overdue and has not gone out.'],
  POST_WILL_FAIL: ['error', 'open_post', 'As things stand, this post will fail.'],
  POST_WILL_BE_LATE: ['warning', 'reschedule', 'As things stand, this post will go out later than planned.'],
  POST_WILL_BE_INCOMPLETE: [
    'warning',
    'reconnect',
    'As things stand, this post will go out without everything that belongs to it.',
  ],
  APPROVAL_WAITING: ['warning', 'approve', 'An agent wants to send this post and waits for your approval.'],
  SERIES_WAITS: [
    'warning',
    'open_post',
    'The next post of a series is a draft: it does not go out before you schedule it.',
  ],
  PLAN_LOST: ['error', 'plan_again', 'A part of the plan could not be read and was removed.'],
  ACCOUNT_LIMITED: ['warning', 'wait', 'Instagram is limiting this account, so its posts are waiting.'],
  ACCESS_ENDED: ['error', 'reconnect', 'Access to this account has ended.'],
  ACCESS_REFUSED: ['error', 'reconnect', 'This account cannot publish at the moment.'],
  ACCESS_ENDING: ['warning', 'reconnect', 'Access to this account ends soon.'],
  REPOSTS_STOPPED: [
    'error',
    'check_reposts',
    'Story repost of this account switched itself off, so mentions are no longer looked for.',
  ],
  MENTIONS_UNPROVEN: [
    'notice',
    'make_app_live',
    'Nobody’s message to this account has been seen yet, so it is not certain that story mentions are found: an app in development sees no strangers. Make the app live in Meta’s dashboard.',
  ],
  INSIGHTS_NOT_ALLOWED: [
    'notice',
    'reconnect',
    'The numbers of this account can no longer be read: its login does not allow it. Connect it again with “Insights” ticked.',
  ],
  WORKER_SILENT: [
    'error',
    'check_cloud',
    'The cloud Worker has not answered for a while, and posts or mentions are waiting there.',
  ],
  WORKER_NEVER_VERIFIED: [
    'error',
    'check_cloud',
    'The cloud Worker has not yet answered with this computer’s keys, and posts or mentions are meant to wait there. Check its address and keys.',
  ],
  WORKER_KEYS_WRONG: [
    'error',
    'check_cloud',
    'The cloud Worker has different keys from this computer, and posts or mentions are waiting there. Connect it with its keys, or deploy it again.',
  ],
  COMPUTER_MUST_BE_ON: [
    'notice',
    'keep_awake',
    'Keep this computer on and awake: it has posts to publish in the next two days.',
  ],
  COMPUTER_SLEEPS: [
    'warning',
    'keep_awake',
    'This computer has posts to publish in the next two days, but goes to sleep automatically. Keep it awake, or schedule them through the cloud.',
  ],
  BACKUP_OVERDUE: [
    'warning',
    'see_log',
    'Backups fail, so there is no recent one that could be restored. The log says why.',
  ],
} as const

export type AttentionCode = keyof typeof ATTENTION
