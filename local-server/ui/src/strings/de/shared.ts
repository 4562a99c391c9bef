import type { Strings } from '../strings.ts'

export const sharedDe: Strings['shared'] = {
  tryAgain: 'Noch einmal versuchen',
  unreadable:
    'Das lässt sich nicht lesen, solange Nightpost nicht läuft. Es erscheint automatisch, sobald Nightpost wieder läuft.',
  newTab: '(öffnet einen neuen Tab)',
  keep: 'Behalten',
  close: 'Schließen',
  closeMessage: 'Diese Meldung schließen',
  failed: 'Das hat nicht geklappt',
  somethingWrong: 'Etwas ist schiefgegangen.',
  copied: 'Kopiert',
  cancel: 'Abbrechen',
  edit: 'Bearbeiten',
  unschedule: 'Aus dem Plan nehmen',
  sandbox: 'Sandbox',
  noAccountChosen: 'Konto wählen',
  noAccountNamed: 'Kein Konto mit diesem Namen',
  sandboxMeans: 'Ein Sandbox-Konto: Was es veröffentlicht, bleibt auf diesem Computer',
  brokenPart:
    'Dieser Teil der Seite lässt sich nicht anzeigen. Deine Beiträge und Einstellungen sind davon nicht betroffen.',
  brokenWith: (message: string) => `Technische Ursache: ${message}`,
  reload: 'Seite neu laden',
  unsaved: {
    title: 'Änderungen verwerfen?',
    text: 'Was du hier geändert hast, ist nicht gespeichert.',
    keep: 'Weiter bearbeiten',
    discard: 'Änderungen verwerfen',
  },
  undo: 'Rückgängig',
  undoing: 'Wird rückgängig gemacht …',
  when: {
    date: 'Datum',
    time: 'Uhrzeit',
    zone: 'Zeitzone',
    yours: (zone) => `${zone} (deine)`,
    noZone: 'Keine Zone mit diesem Namen',
    inUtc: (when) => `${when} UTC`,
    here: (when) => `${when} bei dir`,
    invalid: 'Wähle ein Datum und eine Uhrzeit.',
    past: 'Diese Zeit ist vorbei. Wähle eine spätere.',
    twice: (time) =>
      `An diesem Tag werden die Uhren zurückgestellt: ${time} gibt es zweimal. Welche Zeit ist gemeint?`,
    first: (time, offset) => `Das erste ${time}, vor der Umstellung (UTC${offset})`,
    second: (time, offset) => `Das zweite ${time}, nach der Umstellung (UTC${offset})`,
    never: (time) =>
      `An diesem Tag werden die Uhren vorgestellt: ${time} gibt es nicht. Welche Zeit stattdessen?`,
    instead: (time, offset) => `${time} (UTC${offset})`,
  },
}
