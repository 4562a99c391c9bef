import { plural } from '../../plural.ts'
import type { LazyStrings } from '../../strings.ts'

const posts = (count: number) => plural(count, '1 Beitrag', `${count} Beiträge`)

export const planningDe: LazyStrings['planning'] = {
  moved: (count) => `${posts(count)} verschoben.`,
  unscheduled: (count) =>
    `${posts(count)} aus dem Plan genommen: wieder ${plural(count, 'ein Entwurf', 'Entwürfe')}.`,
  scheduled: (count) => `${posts(count)} geplant.`,
  copied: (count) => `${plural(count, '1 Kopie ist ein Entwurf', `${count} Kopien sind Entwürfe`)}.`,
  replaceFile: 'Datei ersetzen',
  dayEarlier: 'Einen Tag früher',
  dayLater: 'Einen Tag später',
  note: 'Notiz',
  noteHint: 'Ein Feiertag, eine Lieferung, eine Idee',
  saveNote: 'Notiz speichern',
  series: {
    ends: 'Er wiederholt sich dann nicht mehr.',
    backAlone:
      'Der Entwurf ist wieder da, wiederholt sich aber nicht mehr. Plane ihn, und wähle dann noch einmal „Wiederholen“.',
  },
  files: {
    name: 'Dateien der Mediathek, unbenutzte zuerst',
    search: 'Dateien suchen',
    hint: 'Zieh eine auf einen Tag, um sie zu planen. Ihr Alternativtext wird zur Bildunterschrift.',
    none: 'Hier sind keine Dateien.',
    used: 'benutzt',
    newPost: (name) => `Neuer Beitrag mit ${name}`,
    more: 'Weitere Dateien zeigen',
  },

  grid: {
    name: 'Das Profil, Neuestes zuerst',
    planned: 'geplant',
    earlier: 'Frühere Beiträge zeigen',
    none: 'Noch nichts zu sehen',
    noneText:
      'Was geplant oder veröffentlicht ist, erscheint hier, wie das Profil es zeigen wird. Storys stehen nicht darin.',
  },

  list: {
    order: 'Reihenfolge',
    orders: {
      due: 'Nächste zuerst',
      newest: 'Neueste zuerst',
      account: 'Nach Konto',
      status: 'Nach Status',
    },
    choose: (caption) => `„${caption}“ auswählen`,
    which: 'Welche Beiträge',
    loadMore: 'Weitere Beiträge laden',
    found: (count, more) =>
      count === 0
        ? 'Keine Beiträge gefunden'
        : `${more ? 'Mehr als ' : ''}${count} ${plural(count, 'Beitrag', 'Beiträge')} gefunden`,
    none: {
      title: 'Noch keine Beiträge',
      text: 'Was du veröffentlichst, erscheint hier, mit seinem Status und einem Link zum Beitrag.',
      action: 'Den ersten Beitrag veröffentlichen',
    },
    nothingFound: {
      title: 'Nichts gefunden',
      text: 'Keine passenden Beiträge.',
      action: 'Suche zurücksetzen',
    },

    archive: {
      none: 'Es wurde noch nichts gelöscht',
      noneText: 'Beiträge, die du löschst, bleiben hier zum Nachsehen.',
      back: 'Zurück zu allen Beiträgen',
      fromHere: 'Nur hier gelöscht',
      fromPlatform: 'Auf Instagram und hier gelöscht',
      takenBack: 'Vor der Veröffentlichung abgebrochen',
      mayBeLive: 'Er ist vielleicht noch auf Instagram.',
      mayBeInSandbox: 'Er ist vielleicht noch in der Sandbox.',
    },
  },

  slots: {
    intro:
      'Die Zeiten der Woche, zu denen ein Konto postet. Freie stehen im Plan und werden mit einem Klick oder einer abgelegten Karte gefüllt.',
    at: (time) => `Um ${time}`,
    add: 'Zeit hinzufügen',
    remove: (time) => `${time} entfernen`,
    save: 'Slots speichern',
    noDay: 'Wähle einen Tag für diese Zeit, oder entferne sie.',
    noZone: (stored, zone) =>
      `Diese Zeiten gelten nicht: ${stored} ist keine Zeitzone. Speichere sie, um sie als Zeiten in ${zone} zu verwenden.`,
    changed:
      'Diese Zeiten wurden inzwischen anderswo geändert, deshalb wurde nichts gespeichert. Schließe das Fenster und öffne es neu.',
    inUse:
      'In Slots, die du entfernt hast, warten Beiträge. Sollen sie ihre Zeit behalten oder in die nächsten freien Slots wechseln?',
    keep: 'Zeiten behalten',
    move: 'Verschieben',
    stay: (count) =>
      `${posts(count)} ${plural(count, 'ließ sich nicht verschieben und behält seine Zeit', 'ließen sich nicht verschieben und behalten ihre Zeiten')}.`,
  },
}
