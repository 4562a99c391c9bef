import type { LazyStrings } from '../../strings.ts'

export const slotsDe: LazyStrings['slots'] = {
  intro:
    'Die Zeiten der Woche, zu denen ein Konto postet. Freie stehen im Plan und werden mit einem Klick oder einer abgelegten Karte gefüllt.',
  at: (time) => `Um ${time}`,
  add: 'Zeit hinzufügen',
  remove: (time) => `${time} entfernen`,
  save: 'Slots speichern',
  noDay: 'Wähle einen Tag für diese Zeit, oder entferne sie.',
  noZone: (stored, zone) =>
    `Diese Zeiten gelten nicht: ${stored} ist keine Zeitzone. Speichere sie, um sie als Zeiten in ${zone} zu verwenden.`,
  inUse:
    'In Slots, die du entfernt hast, warten Beiträge. Sollen sie ihre Zeit behalten oder in die nächsten freien Slots wechseln?',
  keep: 'Zeiten behalten',
  move: 'Verschieben',
}
