// What helps a post that is not out, in words.
import type { Strings } from '../strings.ts'

export const nextStepDe: Strings['posts']['next'] = {
  retry: 'Erneut versuchen',
  retryOf: (name) => `Erneut versuchen: ${name}`,
  retrySentence: 'Es ist nichts online. Derselbe Beitrag kann erneut gesendet werden.',
  reconnect: (account) => `${account} neu verbinden`,
  reconnectSentence: (account) =>
    `Es ist nichts online. Verbinde ${account} neu, komm hierher zurück und versuche es erneut.`,
  connect: 'Konto verbinden',
  goneSentence:
    'Es ist nichts online. Das Konto dieses Beitrags ist nicht mehr verbunden. Verbinde es und erstelle den Beitrag dann aus einer Kopie neu.',
  fixMedia: 'Dateien korrigieren',
  fixMediaOf: (name) => `Dateien korrigieren: ${name}`,
  fixSentence: 'Es ist nichts online. Korrigiere die Datei gleich hier und versuche es erneut.',
  bucket: 'Cloud einrichten',
  bucketSentence:
    'Es ist nichts online. Instagram holt Dateien von einer öffentlichen Adresse, die deine eigene Cloud bietet. Richte sie ein und versuche es erneut.',
  change: 'In einen neuen Entwurf kopieren',
  changeOf: (name) => `In einen neuen Entwurf kopieren: ${name}`,
  changeSentence:
    'Es ist nichts online. Instagram würde denselben Beitrag wieder ablehnen: Kopiere ihn, ändere, was beanstandet wurde, und veröffentliche die Kopie.',
  waitUntil: (time) => `Instagram schränkt dieses Konto bis ${time} ein. Es ist nichts online.`,
  waitSomeTime:
    'Es ist nichts online. Instagram hat nicht gesagt, wie lange das dauert; meist gilt die Grenze höchstens einen Tag.',
  waitForRoom: (time) =>
    `Es ist nichts online. Das Konto hat sein Veröffentlichungslimit für 24 Stunden erreicht. Platz ist wieder: ${time}.`,
  whenRoom: 'Veröffentlichen, sobald Platz ist',
  whenRoomOf: (name) => `Veröffentlichen, sobald Platz ist: ${name}`,
  afterPause: (time) => `Veröffentlichen nach ${time}`,
  afterPauseOf: (name, time) => `Veröffentlichen nach ${time}: ${name}`,
  goesOnAt: (time) => `Instagram schränkt das Konto gerade ein. Nightpost macht automatisch weiter: ${time}.`,
  checkSentence: 'Sieh zuerst im Profil nach. Sag dann, was du dort siehst:',
  lookAtProfile: 'Im Profil nachsehen',
  newTab: '(öffnet sich in einem neuen Tab)',
  notThere: 'Er ist nicht da: erneut versuchen',
  isThere: 'Er ist da: aus der Liste nehmen',
  retryIsSafe: 'Ein neuer Versuch ist ungefährlich: Nightpost sucht den Beitrag, bevor etwas gesendet wird.',
  chooseAccount: 'In einen neuen Entwurf kopieren für',
  unconfirmedShort:
    'Instagram hat den Beitrag nicht bestätigt. Vielleicht ist er online: Sieh im Profil nach.',
}
