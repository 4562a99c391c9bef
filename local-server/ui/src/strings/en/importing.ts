/** What a page says while files are dropped on it; the words of their sheet are `lazy/importing.ts`. */
export const importingEn = {
  times: {
    slots: 'In the next free slots',
    drafts: 'As drafts, without a time',
  },
  startAt: (when: string) => `Post on ${when}`,
  dropAnywhere: 'Drop one file for a new post, several or a table for one post each',
}
