import { DETAILS } from '../../../../../core/rules/notices/english/detail-sentences.ts'
import type { AttentionStep, Severity } from '../../../../../core/api/attention.ts'
import type { AttentionCode } from '../../../../../core/rules/notices/attention-entries.ts'
import { type DetailCode } from '../../../../../core/rules/notices/attention-details.ts'
import { plural } from '../plural.ts'

/** What a sentence about a cause may say. */
interface CauseFacts {
  /** Posts that it concerns. */
  readonly count: number
  readonly account: string
  readonly until: string | null
  readonly late: number
}

const posts = (n: number) => plural(n, '1 post', `${n} posts`)

const SENTENCES: Readonly<Record<AttentionCode, (cause: CauseFacts) => string>> = {
  QUEUE_HELD: () => 'Posts are waiting for your confirmation because this data folder was copied or restored',
  DISK_FULL: () => 'The disk is full, so nothing can be stored',
  DISK_UNWRITABLE: () => 'The data folder cannot be written',
  DISK_FAILING: () => 'The disk of the data folder reports errors: back up the folder to another disk',
  DISK_NEARLY_FULL: () => 'The disk of the data folder is nearly full',
  POST_UNCONFIRMED: ({ count }) => `${posts(count)} may be live: not confirmed by Instagram`,
  POST_FAILED: ({ count }) => `${posts(count)} failed`,
  POST_OVERDUE: ({ count }) => `${posts(count)} ${plural(count, 'is', 'are')} overdue`,
  POST_WILL_FAIL: ({ count }) => `${posts(count)} will fail as things stand`,
  POST_WILL_BE_LATE: ({ count }) => `${posts(count)} will be late`,
  POST_WILL_BE_INCOMPLETE: ({ count }) => `${posts(count)} will be incomplete as things stand`,
  PLAN_LOST: () => 'A part of the plan could not be read and was removed',
  ACCOUNT_LIMITED: ({ account, until, late }) =>
    `${account} is limited${until === null ? '' : ` until ${until}`}${late > 0 ? `, ${late} will be late` : ''}`,
  ACCESS_ENDED: ({ account }) => `Access to ${account} has ended`,
  ACCESS_REFUSED: ({ account }) => `${account} cannot publish at the moment`,
  ACCESS_ENDING: ({ account }) => `Access to ${account} ends soon`,
  REPOSTS_STOPPED: ({ account }) => `Story reposts of ${account} switched themselves off`,
  MENTIONS_UNPROVEN: ({ account }) =>
    `No message to ${account} has been seen yet, so it is not certain that story mentions are found`,
  INSIGHTS_NOT_ALLOWED: ({ account }) => `The login of ${account} does not allow its numbers to be read`,
  WORKER_SILENT: () =>
    'The cloud Worker has not answered for a while, and posts or mentions are waiting there',
  WORKER_NEVER_VERIFIED: () =>
    'The cloud Worker has not yet answered with this computer’s keys, and posts or mentions are meant to wait there',
  WORKER_KEYS_WRONG: () =>
    'The cloud Worker has different keys from this computer, and posts or mentions are waiting there',
  COMPUTER_MUST_BE_ON: () => 'Keep this computer on and awake: it has posts to publish in the next two days',
  APPROVAL_WAITING: ({ count }) => `${posts(count)} ${plural(count, 'waits', 'wait')} for your approval`,
  SERIES_WAITS: ({ count }) =>
    `${posts(count)} of a series ${plural(count, 'waits as a draft', 'wait as drafts')}: schedule ${plural(count, 'it', 'them')}`,
  COMPUTER_SLEEPS: () =>
    'This computer has posts to publish in the next two days, but goes to sleep automatically: keep it awake, or schedule them through the cloud',
  BACKUP_OVERDUE: () => 'Backups fail, so there is no recent one that could be restored',
}

const STEPS: Readonly<Record<AttentionStep, string>> = {
  confirm_queue: 'Confirm in the note at the top of this page.',
  free_disk: 'See where the data folder is',
  repair_disk: 'See where the data folder is',
  check_platform: 'Check whether it is live',
  retry: 'Retry',
  open_post: 'Open the post',
  fix_media: 'Fix the file',
  change_post: 'Change the post',
  set_up_bucket: 'Set up a media bucket',
  reschedule: 'Choose another time',
  plan_again: 'Set it again.',
  reconnect: 'Connect the account again',
  settle_at_platform: 'Put that right at Instagram.',
  check_reposts: 'Open Story reposts',
  make_app_live: 'Make the app live, as the guide’s last step says',
  check_cloud: 'Check the Worker',
  keep_awake: 'See the posts in the plan',
  see_log: 'See where the log is',
  approve: 'Approve or decline it on its agent’s card.',
  wait: 'Nothing to do: Nightpost continues automatically.',
}

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'Error',
  warning: 'Warning',
  notice: 'Notice',
}

export const attentionEn = {
  lead: 'Everything that needs your attention. What is settled disappears automatically.',
  /** Label of the place in the navigation. */
  waiting: (n: number) => `Inbox: ${n} ${plural(n, 'thing', 'things')} to look at`,
  andMore: (n: number) => `${n} more`,
  someAccount: 'an account',
  retryAll: (n: number) => `Retry all ${n}`,
  show: 'Open the inbox',
  listed: 'What needs your attention, most urgent first',
  nothing: 'Nothing needs your attention',
  nothingText: 'No post has failed or is overdue, and nothing is known that would stop the next ones.',
  showAll: (n: number) => `Show all ${n}`,
  hasMore: 'There is more than this list holds. The rest appears as entries disappear.',
  since: 'Since',
  putAway: 'Hide until tomorrow',
  bringBack: 'Show what is hidden until tomorrow',
  post: 'A post without a caption',
  sentences: SENTENCES,
  details: DETAILS as Readonly<Record<DetailCode, string>>,
  steps: STEPS,
  severities: SEVERITIES,
  approvals: {
    title: 'For approval',
    of: (agent: string, n: number) => `${agent} wants to send ${posts(n)}`,
    someone: 'An agent',
    all: (n: number) => `Approve all ${n}`,
    unseen: (n: number) => `Keep scrolling: ${n} not seen yet.`,
    approved: (n: number) => `${posts(n)} approved.`,
    atOnce: 'At once',
    publish: 'Approve and publish',
    schedule: 'Approve and schedule',
    decline: 'Decline',
    published: 'Approved. It is being published.',
    scheduled: 'Approved and scheduled.',
  },
  mentions: 'Mentions to repost',
  coming: {
    title: 'The next 48 hours',
    none: 'Nothing is scheduled for the next 48 hours.',
    fine: 'Fine',
    held: 'Held until you confirm',
    check: 'Check now',
  },
  evening: {
    text: 'Posts due in the next two days are checked all the time. Every evening Nightpost also runs a full check of what can be tried without publishing: access to the accounts, the public addresses of the files, and the Worker.',
    hour: 'Check every evening at',
    checked: 'Last full check:',
    notYet: 'No full check yet.',
  },
}
