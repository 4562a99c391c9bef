export const slotsEn = {
  intro:
    'The times of the week at which an account posts. Free ones appear in the plan, to be filled by a drop or a click.',
  at: (time: string) => `At ${time}`,
  add: 'Add a time',
  remove: (time: string) => `Remove ${time}`,
  save: 'Save slots',
  noDay: 'Choose a day for this time, or remove it.',
  noZone: (stored: string, zone: string) =>
    `These times are not used: ${stored} is not a time zone. Save them to use them as times in ${zone}.`,
  inUse:
    'Posts are waiting in slots that you removed. Should they keep their times, or move to the nearest free slots?',
  keep: 'Keep their times',
  move: 'Move them',
}
