// Declares the commands of the contract. Their code is loaded when one is used.
import { InvalidArgumentError, Option, type Command } from 'commander'
import { GROUPINGS } from '../../../core/rules/insights/insight-words.ts'
import { POST_STATUSES } from '../../../core/rules/publication/post-words.ts'
import type { ContractFlags, PostFlags, ScheduleFlags } from './contract.ts'
import type { ListFlags } from './contract-lists.ts'
import { listLimit } from './flag-values.ts'
import type { ExportFlags } from '../tables/export-posts.ts'
import type { InsightFlags } from '../insights.ts'
import type { ImportFlags } from '../tables/import-posts.ts'
import type { WatchFlags } from '../watch.ts'

const load = () => import('./contract.ts')
const loadLists = () => import('./contract-lists.ts')

const IMPORT_HELP = `
Columns: file (several separated by |), caption, at ("2031-11-24 9:00", or "next slot"), or date and time, zone,
account, id, and every field that POST /schedule takes, by its name. Tables made for Later, Buffer, Hootsuite,
Publer and Metricool are read as they are.

Example:
  nightpost schedule import week.csv --dry-run`

export interface CommonFlags {
  readonly dataDir: Option
  readonly asJson: Option
  /** Of what prints one thing after the other. */
  readonly asJsonLines: Option
}

export function addContractCommands(nightpost: Command, { dataDir, asJson, asJsonLines }: CommonFlags): void {
  const add: Add = (parent, name, description, printed) =>
    parent
      .command(name)
      .description(description)
      .addOption(dataDir)
      .addOption(printed === 'lines' ? asJsonLines : asJson)
  addPostCommands(nightpost, add)
  addScheduleCommands(nightpost, add)
  addListCommands(nightpost, add)

  const media = nightpost.command('media').description('pictures and videos')
  add(media, 'upload <files...>', 'upload files and print their ids')
    .addHelpText('after', '\nExample:\n  nightpost media upload photo.jpg clip.mp4')
    .action(async (files: string[], flags: ContractFlags) => (await load()).uploadFiles(files, flags))

  addInsightCommands(nightpost, add)

  add(nightpost, 'watch', 'print what changes, a line for each event, until Ctrl+C', 'lines')
    .option('--since <id>', 'and what has happened after that event')
    .addHelpText(
      'after',
      '\nExample:\n  nightpost watch --json | while read -r event; do echo "$event"; done',
    )
    .action(async (flags: WatchFlags) => (await import('../watch.ts')).watch(flags))

  add(nightpost, 'api [operation] [values...]', 'make any request of the API, or list them all')
    .option('--body <json>', 'the body, for operations that take one')
    .addHelpText('after', '\nExample:\n  nightpost api listPosts status=FAILED limit=5')
    .action(
      async (operation: string | undefined, values: string[], flags: ContractFlags & { body?: string }) =>
        (await load()).callApi(operation, values, flags),
    )
}

const datesOption = () =>
  new Option(
    '--dates <order>',
    'of a date like 4/11/2031: dmy, the day first, or mdy, the month first',
  ).choices(['dmy', 'mdy'])

type Add = (parent: Command, name: string, description: string, printed?: 'lines') => Command

const withWords = (command: Command): Command =>
  command
    .option('--file <file...>', 'a picture or a video; several make a carousel')
    .option('--caption <text>', 'its caption')
    .option('--caption-file <file>', 'a text file that is its caption; - reads standard input')
    .option(
      '--alt-text <text...>',
      'describes each picture to people who cannot see it, in the order of the files',
    )
    .option('--first-comment <text>', 'posted by the account itself once the post is live')
    .option('--collaborator <name...>', 'who is asked to show the post as theirs, too')
    .option('--place <id>', 'the id of a place')

const withContent = (command: Command): Command =>
  withWords(command)
    .option('--account <name>', 'the username; not needed when there is only one account')
    .option('--cover <file>', 'the cover of a reel: a picture')
    .option('--story', 'as a story')

const withTime = (command: Command): Command =>
  command
    .option('--at <time>', '"18:30", "in 2 hours", "fri 18:30", "tomorrow 9pm", "30.11. 18:00", or ISO')
    .option('--zone <name>', 'the time zone that is meant (default: that of this computer)')
    .addOption(datesOption())

const statusOption = (example: string) =>
  new Option('--status <status>', `only those, such as ${example}`)
    .choices(POST_STATUSES.map((status) => status.toLowerCase()))
    .argParser((given) => readStatus(given))

/** In any case, as people type it. */
function readStatus(given: string): string {
  const status = POST_STATUSES.find((each) => each === given.toUpperCase())
  if (status) return status
  throw new InvalidArgumentError(`It is one of ${POST_STATUSES.join(', ').toLowerCase()}.`)
}

/** What is done to many posts at once. */
const MANY = [
  ['cancel', 'unschedule', 'make scheduled posts drafts again'],
  ['delete', 'delete', 'move posts to the archive'],
  ['retry', 'retry', 'try failed posts again'],
] as const
const MANY_CODES = 'exit code 1 when one is refused, 5 when the Worker has not confirmed one yet'

/** Drafts, accounts, posting times and requests for approval. */
function addListCommands(nightpost: Command, add: Add): void {
  const drafts = nightpost.command('drafts').description('list drafts and schedule them')
  add(drafts, 'list', 'list drafts, newest first')
    .option('--account <name>', 'only those of this account')
    .option('--limit <number>', 'how many, at most 100', listLimit, 20)
    .action(async (flags: ListFlags) => (await loadLists()).printPosts({ ...flags, status: 'DRAFT' }))
  withTime(add(drafts, 'schedule <id>', 'schedule a draft'))
    .option('--next-slot', 'at the next free posting slot of the account')
    .action(async (id: string, flags: ScheduleFlags) => (await load()).scheduleDraftById(id, flags))

  const accounts = nightpost.command('accounts').description('the connected accounts')
  add(accounts, 'list', 'list the connected accounts').action(async (flags: ContractFlags) =>
    (await loadLists()).printAccounts(flags),
  )
  const slots = nightpost.command('slots').description('the weekly posting times')
  add(slots, 'list', 'list the next posting times, and which are free')
    .option('--account <name>', 'the username; not needed when there is only one account')
    .action(async (flags: ContractFlags & { account?: string }) => (await loadLists()).printSlots(flags))
  const approvals = nightpost.command('approvals').description('what waits for a person')
  add(approvals, 'list', 'list what keys have asked for').action(async (flags: ContractFlags) =>
    (await loadLists()).printApprovals(flags),
  )
}

function addPostCommands(nightpost: Command, add: Add): void {
  const posts = nightpost.command('posts').description('publish posts and list them')
  withContent(
    add(
      posts,
      'publish',
      'publish now, and wait until it is live; exit code 1 when it will not be, 5 when it has to wait',
    ),
  )
    .addHelpText('after', '\nExample:\n  nightpost posts publish --file photo.jpg --caption "Good morning"')
    .action(async (flags: PostFlags) => (await load()).publishAndFollow(flags))
  add(posts, 'list', 'list posts, newest first')
    .addOption(statusOption('failed'))
    .option('--account <name>', 'only those of this account')
    .option('--text <words>', 'only those with these words in their caption')
    .option('--from <time>', 'only those of this day or time, or later')
    .option('--to <time>', 'only those before this day or time')
    .addOption(datesOption())
    .option('--limit <number>', 'how many, at most 100', listLimit, 20)
    .addHelpText('after', '\nExample:\n  nightpost posts list --status failed')
    .action(async (flags: ListFlags) => (await loadLists()).printPosts(flags))

  withTime(
    withWords(add(posts, 'edit <id>', 'change the words, files or time of a draft or a scheduled post')),
  )
    .addHelpText(
      'after',
      '\nExample:\n  nightpost posts edit 8e03978e-40d5-43dd-bc93-6894a57f9324 --at "fri 18:30"',
    )
    .action(async (id: string, flags: ScheduleFlags) => (await load()).editPostById(id, flags))

  for (const [verb, action, description] of MANY)
    add(posts, `${verb} <ids...>`, `${description}; ${MANY_CODES}`)
      .addHelpText('after', `\nExample:\n  nightpost posts ${verb} 8e03978e-40d5-43dd-bc93-6894a57f9324`)
      .action(async (ids: string[], flags: ContractFlags) =>
        (await load()).changePostsById(action, ids, flags),
      )

  add(posts, 'export', 'print all posts as JSON, one on each line', 'lines')
    .option('--csv', 'as a table')
    .addOption(statusOption('scheduled'))
    .addHelpText('after', '\nExample:\n  nightpost posts export --csv > posts.csv')
    .action(async (flags: ExportFlags) => (await import('../tables/export-posts.ts')).exportPosts(flags))
}

function addInsightCommands(nightpost: Command, add: Add): void {
  const ofAccount = '--account <name>'
  const insights = add(
    nightpost,
    'insights [post]',
    'print what Instagram has counted of a post, or of an account',
  )
    .enablePositionalOptions()
    .option(ofAccount, 'the username; not needed when there is only one account')
    .addOption(new Option('--by <group>', 'what is compared').choices(GROUPINGS).default('post'))
    .option('--metric <name>', 'such as reach or views (default: the one that the account has chosen)')
    .addHelpText('after', '\nExample:\n  nightpost insights --by kind --metric views')
    .action(async (post: string | undefined, flags: InsightFlags) =>
      (await import('../insights.ts')).printInsights(post, flags),
    )
  add(insights, 'export', 'print every number that was read as JSON, one on each line', 'lines')
    .option('--csv', 'as a table')
    .option(ofAccount, 'only those of this account')
    .addHelpText('after', '\nExample:\n  nightpost insights export --csv > insights.csv')
    .action(async (flags: InsightFlags & { csv?: true }) =>
      (await import('../insights.ts')).printInsightRows(flags),
    )
}

function addScheduleCommands(nightpost: Command, add: Add): void {
  const schedule = withTime(withContent(add(nightpost, 'schedule', 'schedule a post, or those of a table')))
    .enablePositionalOptions()
    .option('--next-slot', 'at the next free posting slot of the account')
    .addHelpText(
      'after',
      '\nExample:\n  nightpost schedule --file photo.jpg --at "tomorrow 9:00" --zone Europe/Berlin',
    )
    .action(async (flags: ScheduleFlags) => (await load()).scheduleFiles(flags))
  add(schedule, 'cancel <ids...>', `make scheduled posts drafts again; ${MANY_CODES}`)
    .addHelpText('after', '\nExample:\n  nightpost schedule cancel 8e03978e-40d5-43dd-bc93-6894a57f9324')
    .action(async (ids: string[], flags: ContractFlags) =>
      (await load()).changePostsById('unschedule', ids, flags),
    )
  add(
    schedule,
    'import <file>',
    'schedule the posts of a .csv, .tsv or .jsonl file; exit code 1 when one has a problem, or there is none',
  )
    .option('--dry-run', 'only check, and print a table of what would happen')
    .option('--atomic', 'all of them or none; at most 200')
    .option('--account <name>', 'for rows that name none; not needed when there is only one')
    .option('--zone <name>', 'for rows that name none (default: that of this computer)')
    .addOption(datesOption())
    .addHelpText('after', IMPORT_HELP)
    .action(async (file: string, flags: ImportFlags) =>
      (await import('../tables/import-posts.ts')).importPosts(file, flags),
    )
}
