import { plural } from '../../plural.ts'
import type { LazyStrings } from '../../strings.ts'

export const importSheetDe: LazyStrings['importing'] = {
  choose: 'Dateien oder eine Tabelle zum Planen auswählen, je ein Beitrag',
  title: (count, isTable) =>
    `${count} ${isTable ? plural(count, 'Zeile', 'Zeilen') : plural(count, 'Datei', 'Dateien')}, je ein Beitrag`,
  close: 'Ohne Beiträge schließen',
  closeText: 'Deine Bildunterschriften gehen verloren. Die Dateien bleiben in der Mediathek.',
  files: 'Dateien in der Reihenfolge ihrer Beiträge',
  captionOf: (name) => `Bildunterschrift zu ${name}`,
  accountOf: (name) => `Konto für ${name}`,
  order: 'Welche Zahl ist der Tag?',
  dayFirst: 'Die erste: 24/11/2031',
  monthFirst: 'Die zweite: 11/24/2031',
  timeOf: (name) => `Datum und Uhrzeit von ${name}`,
  clash: 'Weniger als 20 Minuten von einem anderen Beitrag dieses Kontos entfernt. Wähle eine andere Zeit.',
  leaveOut: (name) => `${name} weglassen`,
  when: 'Wann sie veröffentlicht werden',
  daily: (day) => `Täglich ab ${day ?? 'morgen'}`,
  time: 'Uhrzeit',
  schedule: (count) => `${count} ${plural(count, 'Beitrag', 'Beiträge')} planen`,
  saveDrafts: (count) => `${count} ${plural(count, 'Entwurf', 'Entwürfe')} speichern`,
  notReady: (count) =>
    `${count} ${plural(count, 'ist', 'sind')} noch nicht bereit und ${plural(count, 'bleibt', 'bleiben')} hier.`,
  made: (count, asDrafts) =>
    asDrafts
      ? `${count} ${plural(count, 'Entwurf', 'Entwürfe')} gespeichert.`
      : `${count} ${plural(count, 'Beitrag', 'Beiträge')} geplant.`,
  takenBack: (count, late) =>
    [
      `${count} ${plural(count, 'Beitrag', 'Beiträge')} zurückgenommen.`,
      ...(late === 0
        ? []
        : [
            `${late} ${plural(late, 'ließ', 'ließen')} sich nicht zurücknehmen: Sieh ${plural(late, 'ihn', 'sie')} dir unter „Plan“ an.`,
          ]),
    ].join(' '),
  maybeSent:
    'Daraus ist vielleicht schon ein Beitrag geworden: Die Seite wurde geschlossen, bevor die Antwort kam. Sieh im Plan nach, bevor du es noch einmal sendest.',
  stopped:
    'Nightpost wurde beendet, bevor es geantwortet hat. Sieh im Plan nach, was davon ein Beitrag geworden ist, und zieh den Rest noch einmal auf die Seite.',
  chooseAgain: (name) => `${name} noch einmal wählen`,
  chooseFor: (name) => `Datei für ${name} auswählen`,
  failed: 'Das konnte nicht gespeichert werden. Versuche es noch einmal.',
}
