import type { Strings } from '../strings.ts'

export const shared: Strings['shared'] = {
  tryAgain: 'Noch einmal versuchen',
  newTab: '(öffnet einen neuen Tab)',
  closeMessage: 'Diese Meldung schließen',
  failed: 'Das hat nicht geklappt',
  somethingWrong: 'Etwas ist schiefgegangen.',
  copied: 'Kopiert',
  sandbox: 'Übung',
  sandboxMeans: 'Ein Übungskonto: Was es veröffentlicht, bleibt auf diesem Rechner',
  undo: 'Rückgängig',
}
