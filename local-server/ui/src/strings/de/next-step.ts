// What helps a post that is not out, in words.
import type { Strings } from '../strings.ts'

export const nextStepDe: Strings['posts']['next'] = {
  retry: 'Erneut versuchen',
  retryOf: (name) => `Erneut versuchen: ${name}`,
  retrySentence: 'Es ist nichts online. Derselbe Beitrag kann erneut gesendet werden.',
  reconnect: (account) => `${account} neu verbinden`,
  reconnectSentence: (account) =>
    `Es ist nichts online. Verbinden Sie ${account} neu, kommen Sie hierher zurück und versuchen Sie es erneut.`,
  connect: 'Konto verbinden',
  goneSentence:
    'Es ist nichts online. Das Konto dieses Beitrags ist nicht mehr verbunden. Verbinden Sie es und erstellen Sie den Beitrag dann aus einer Kopie neu.',
  fixMedia: 'Dateien anpassen',
  fixMediaOf: (name) => `Dateien anpassen: ${name}`,
  fixSentence:
    'Es ist nichts online. Bringen Sie die Datei gleich hier in Ordnung und versuchen Sie es erneut.',
  bucket: 'Cloud einrichten',
  bucketSentence:
    'Es ist nichts online. Instagram holt Dateien von einer öffentlichen Adresse, die Ihre eigene Cloud bietet. Richten Sie sie ein und versuchen Sie es erneut.',
  change: 'In einen neuen Entwurf kopieren',
  changeOf: (name) => `In einen neuen Entwurf kopieren: ${name}`,
  changeSentence:
    'Es ist nichts online. Instagram würde denselben Beitrag wieder ablehnen: Kopieren Sie ihn, ändern Sie, was beanstandet wurde, und veröffentlichen Sie die Kopie.',
  waitUntil: (time) => `Instagram schränkt dieses Konto bis ${time} ein. Es ist nichts online.`,
  waitSomeTime:
    'Es ist nichts online. Instagram hat nicht gesagt, wie lange das dauert; meist gilt die Grenze höchstens einen Tag.',
  waitForRoom: (time) =>
    `Es ist nichts online. Das Konto hat sein Veröffentlichungslimit für 24 Stunden erreicht. Platz ist wieder: ${time}.`,
  whenRoom: 'Veröffentlichen, sobald Platz ist',
  whenRoomOf: (name) => `Veröffentlichen, sobald Platz ist: ${name}`,
  afterPause: (time) => `Veröffentlichen nach ${time}`,
  afterPauseOf: (name, time) => `Veröffentlichen nach ${time}: ${name}`,
  goesOnAt: (time) => `Instagram schränkt das Konto gerade ein. Nightpost macht von selbst weiter: ${time}.`,
  checkSentence: 'Sehen Sie zuerst im Profil nach. Sagen Sie dann, was Sie dort sehen:',
  lookAtProfile: 'Im Profil nachsehen',
  newTab: '(öffnet sich in einem neuen Tab)',
  notThere: 'Er ist nicht da: erneut versuchen',
  isThere: 'Er ist da: aus der Liste nehmen',
  retryIsSafe: 'Ein neuer Versuch ist ungefährlich: Nightpost sucht den Beitrag, bevor etwas gesendet wird.',
  chooseAccount: 'In einen neuen Entwurf kopieren für',
  unconfirmedShort:
    'Instagram hat den Beitrag nicht bestätigt. Vielleicht ist er online: Sehen Sie im Profil nach.',
}
