// Declares the commands of the contract. Their code is loaded when one is used.
import { Option, type Command } from 'commander'
import type { ContractFlags, PostFlags, ScheduleFlags } from './contract.ts'
import type { ExportFlags } from './tables/export-posts.ts'
import type { InsightFlags } from './insights.ts'
import type { ImportFlags } from './tables/import-posts.ts'
import type { WatchFlags } from './watch.ts'

const load = () => import('./contract.ts')

const IMPORT_HELP = `
Columns: file (several separated by |), caption, at ("tomorrow 9:00", or "next slot"), or date and time, zone,
account, id, and every field that POST /schedule takes, by its name. Tables made for Later, Buffer, Hootsuite,
Publer and Metricool are read as they are.

Example:
  nightpost schedule import week.csv --dry-run`

export function addContractCommands(nightpost: Command, common: readonly [Option, Option]): void {
  const add: Add = (parent, name, description) => {
    const command = parent.command(name).description(description)
    for (const option of common) command.addOption(option)
    return command
  }
  addPostCommands(nightpost, add)
  addScheduleCommands(nightpost, add)

  const media = nightpost.command('media').description('pictures and videos')
  add(media, 'upload <files...>', 'upload files and print their ids')
    .addHelpText('after', '\nExample:\n  nightpost media upload photo.jpg clip.mp4')
    .action(async (files: string[], flags: ContractFlags) => (await load()).uploadFiles(files, flags))

  addInsightCommands(nightpost, add)

  add(nightpost, 'watch', 'print what changes, a line for each event, until Ctrl+C')
    .option('--since <id>', 'and what has happened after that event')
    .addHelpText(
      'after',
      '\nExample:\n  nightpost watch --json | while read -r event; do echo "$event"; done',
    )
    .action(async (flags: WatchFlags) => (await import('./watch.ts')).watch(flags))

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

type Add = (parent: Command, name: string, description: string) => Command

const withContent = (command: Command): Command =>
  command
    .option('--file <file...>', 'a picture or a video; several make a carousel')
    .option('--caption <text>', 'its caption')
    .option('--account <name>', 'the username; not needed when there is only one account')
    .option('--story', 'as a story')

function addPostCommands(nightpost: Command, add: Add): void {
  const posts = nightpost.command('posts').description('publish posts and list them')
  withContent(
    add(
      posts,
      'publish',
      'publish now, and wait until it is live; exit code 1 when it will not be, 3 when it has to wait',
    ),
  )
    .addHelpText('after', '\nExample:\n  nightpost posts publish --file photo.jpg --caption "Good morning"')
    .action(async (flags: PostFlags) => (await load()).publishAndFollow(flags))
  add(posts, 'list', 'list posts, newest first')
    .option('--status <status>', 'only those, such as FAILED')
    .option('--limit <number>', 'how many, at most 100', Number, 20)
    .addHelpText('after', '\nExample:\n  nightpost posts list --status failed')
    .action(async (flags: ContractFlags & { status?: string; limit: number }) =>
      (await load()).printPosts(flags),
    )

  add(posts, 'delete <ids...>', 'move posts to the archive; exit code 1 when one is refused')
    .addHelpText('after', '\nExample:\n  nightpost posts delete 8e03978e-40d5-43dd-bc93-6894a57f9324')
    .action(async (ids: string[], flags: ContractFlags) =>
      (await load()).changePostsById('delete', ids, flags),
    )

  add(posts, 'export', 'print all posts as JSON, one on each line')
    .option('--csv', 'as a table')
    .option('--status <status>', 'only those, such as SCHEDULED')
    .addHelpText('after', '\nExample:\n  nightpost posts export --csv > posts.csv')
    .action(async (flags: ExportFlags) => (await import('./tables/export-posts.ts')).exportPosts(flags))
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
    .option('--by <group>', 'day, weekday-hour, kind, hashtag or post', 'post')
    .option('--metric <name>', 'such as reach or views (default: the one that the account has chosen)')
    .addHelpText('after', '\nExample:\n  nightpost insights --by kind --metric views')
    .action(async (post: string | undefined, flags: InsightFlags) =>
      (await import('./insights.ts')).printInsights(post, flags),
    )
  add(insights, 'export', 'print every number that was read as JSON, one on each line')
    .option('--csv', 'as a table')
    .option(ofAccount, 'only those of this account')
    .addHelpText('after', '\nExample:\n  nightpost insights export --csv > insights.csv')
    .action(async (flags: InsightFlags & { csv?: true }) =>
      (await import('./insights.ts')).printInsightRows(flags),
    )
}

function addScheduleCommands(nightpost: Command, add: Add): void {
  const schedule = withContent(add(nightpost, 'schedule', 'schedule a post, or those of a table'))
    .enablePositionalOptions()
    .option('--at <time>', '"18:30", "in 2 hours", "fri 18:30", "tomorrow 9pm", "30.11. 18:00", or ISO')
    .option('--zone <name>', 'the time zone that is meant (default: that of this computer)')
    .addOption(datesOption())
    .option('--next-slot', 'at the next free posting slot of the account')
    .addHelpText(
      'after',
      '\nExample:\n  nightpost schedule --file photo.jpg --at "tomorrow 9:00" --zone Europe/Berlin',
    )
    .action(async (flags: ScheduleFlags) => (await load()).scheduleFiles(flags))
  add(schedule, 'cancel <ids...>', 'make scheduled posts drafts again; exit code 1 when one is refused')
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
      (await import('./tables/import-posts.ts')).importPosts(file, flags),
    )
}
