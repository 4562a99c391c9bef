import type { Strings } from '../strings.ts'

export const importingDe: Strings['importing'] = {
  times: {
    slots: 'In den nächsten freien Slots',
    drafts: 'Als Entwürfe ohne Zeit',
  },
  startAt: (when) => `Beitrag am ${when}`,
  dropAnywhere: 'Eine Datei für einen neuen Beitrag, mehrere oder eine Tabelle für je einen Beitrag',
}
