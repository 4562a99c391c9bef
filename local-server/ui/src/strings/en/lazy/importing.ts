import { plural } from '../../plural.ts'

export const importSheetEn = {
  choose: 'Choose files or a table to plan, one post each',
  title: (count: number, isTable: boolean) =>
    `${count} ${isTable ? plural(count, 'row', 'rows') : plural(count, 'file', 'files')}, one post each`,
  close: 'Close without posts',
  closeText: 'Your captions are lost. The files stay in the library.',
  files: 'Files, in the order of their posts',
  captionOf: (name: string) => `Caption of ${name}`,
  accountOf: (name: string) => `Account for ${name}`,
  order: 'Which number is the day?',
  dayFirst: 'The first: 24/11/2031',
  monthFirst: 'The second: 11/24/2031',
  timeOf: (name: string) => `Date and time of ${name}`,
  clash: 'Less than 20 minutes from another post of this account. Choose another time.',
  leaveOut: (name: string) => `Leave ${name} out`,
  when: 'When they are published',
  daily: (day: string | null) => `Daily from ${day ?? 'tomorrow'}`,
  time: 'Time of day',
  schedule: (count: number) => `Schedule ${count} ${plural(count, 'post', 'posts')}`,
  saveDrafts: (count: number) => `Save ${count} ${plural(count, 'draft', 'drafts')}`,
  notReady: (count: number) =>
    `${count} ${plural(count, 'is', 'are')} not ready yet and ${plural(count, 'stays', 'stay')} here.`,
  made: (count: number, asDrafts: boolean) =>
    asDrafts
      ? `${count} ${plural(count, 'draft', 'drafts')} saved.`
      : `${count} ${plural(count, 'post', 'posts')} scheduled.`,
  takenBack: (count: number, late: number) =>
    [
      `${count} ${plural(count, 'post', 'posts')} taken back.`,
      ...(late === 0
        ? []
        : [`${late} could not be taken back: look at ${plural(late, 'it', 'them')} under Plan.`]),
    ].join(' '),
  maybeSent:
    'This may have become a post already: the page was closed before the answer came. Look in the plan before you send it again.',
  stopped:
    'Nightpost stopped before it answered. Look in the plan for what has become a post, and drop the rest again.',
  chooseAgain: (name: string) => `Choose ${name} again`,
  chooseFor: (name: string) => `Choose a file for ${name}`,
  failed: 'It could not be saved. Try again.',
}
