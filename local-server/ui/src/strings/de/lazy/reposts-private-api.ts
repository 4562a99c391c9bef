import type { LazyStrings } from '../../strings.ts'

export const repostPrivateApiDe: LazyStrings['reposts']['privateApi'] = {
  heading: 'Bevor du deine eigene Sitzung verwendest',
  risks: [
    'Mit der eigenen Sitzung zu lesen verstößt gegen Instagrams Bedingungen, wer immer es tut und wie vorsichtig auch immer.',
    'Der wahrscheinliche Schaden ist eine Sperre: Instagram lässt dich nicht hinein, bis du in der App bestätigst, wer du bist.',
    'Der mögliche Schaden ist ein gesperrtes oder gelöschtes Konto, mit allen Beiträgen und allen, die ihm folgen. Das können wir nicht rückgängig machen.',
    'Wir fragen selten und langsam und hören bei der ersten Warnung auf. Das macht es unwahrscheinlicher, nicht sicher.',
  ],
  instead: 'Die offizielle Schnittstelle findet dieselben Erwähnungen ohne all das.',
  understand: 'Ich habe verstanden, dass mich das mein Konto kosten kann',
  proceed: 'Mit meiner eigenen Sitzung fortfahren',

  live: (username) => `Es gibt eine Sitzung von @${username}.`,
  fromBrowser: 'Sie wurde aus einem Browser kopiert.',
  fromLogin: 'Sie stammt aus einer Anmeldung mit dem Passwort, das nicht behalten wurde.',
  ended: 'Instagram hat die Sitzung beendet, die hier war. Bring eine andere, wenn du weitermachen möchtest.',
  forget: 'Sitzung vergessen',
  forgetTitle: 'Die Sitzung vergessen?',
  forgetText:
    'Sie wird von diesem Computer gelöscht, und Erwähnungen können nicht mehr mit ihr gelesen werden. Bei Instagram lebt sie weiter, bis du dich dort abmeldest: In der App findest du die Orte, an denen du angemeldet bist.',
  forgotten: 'Die Sitzung ist vergessen.',

  ways: 'Woher die Sitzung kommt',
  browser: 'Aus dem Browser',
  login: 'Mit Passwort',

  cookieSteps: [
    'Melde dich in einem Browser auf diesem Computer bei www.instagram.com an, als dieses Konto.',
    'Öffne die Entwicklerwerkzeuge (F12), darin „Anwendung“ oder „Web-Speicher“ und dann „Cookies“.',
    'Kopiere sessionid, ds_user_id und csrftoken und füge sie hier als Zeilen der Form Name=Wert ein. Du kannst auch die ganze Cookie-Kopfzeile einfügen.',
  ],
  cookies: 'Cookies von instagram.com',
  cookiesHint:
    'Sie geben Zugang zu deinem Konto: Zeige sie niemandem. Hier werden sie verschlüsselt aufbewahrt.',
  cookiesMissing: 'Füge zuerst die Cookies ein.',
  agent: 'User-Agent jenes Browsers',
  agentHint:
    'Unter diesem Namen geht die Sitzung weiter. Ausgefüllt für den Browser, in dem du dies gerade liest.',
  agentMissing: 'Er beginnt mit Mozilla/5.0.',
  importIt: 'Ausprobieren und behalten',
  importing: 'Instagram wird einmal gefragt, ob die Sitzung lebt …',

  username: 'Name des Kontos',
  password: 'Passwort',
  passwordHint:
    'Wird für eine Anmeldung verwendet und nirgends behalten. Zwei Versuche in einer Viertelstunde, eine Anmeldung am Tag.',
  incomplete: 'Es braucht den Namen und das Passwort.',
  logIn: 'Einmal anmelden',
  loggingIn: 'Meldet an. Das dauert mit Absicht einige Sekunden …',
  passwordGone: 'Das Passwort wurde gelöscht. Gib es noch einmal ein, wenn du es erneut versuchen möchtest.',

  codeHeading: 'Instagram will sichergehen, dass du es bist',
  codeOffer: 'Es kann dir einen Code aus sechs Ziffern schicken.',
  sendCode: 'Code schicken lassen',
  sendingCode: 'Bittet Instagram, ihn zu schicken …',
  codeSent: (to) => (to === null ? 'Der Code wurde geschickt.' : `Der Code wurde an ${to} geschickt.`),
  codeUntil: (until) => `Bis ${until} kann er eingegeben werden, höchstens dreimal.`,
  code: 'Code',
  codeHint: 'Sechs Ziffern',
  submitCode: 'Einreichen',
  submittingCode: 'Reicht den Code ein …',
  startOver: 'Von vorn beginnen',

  advice: {
    LOGIN_RATE_LIMITED: 'Es früher zu versuchen macht es schlimmer, auch in der App.',
    TWO_FACTOR_REQUIRED:
      'Wähle oben „Aus dem Browser“: Dort meldest du dich selbst an, mit deinem zweiten Faktor.',
    INVALID_CODE: 'Gib die sechs Ziffern ein und sonst nichts.',
    NO_ACTIVE_SESSION:
      'Ein Code lebt zehn Minuten und drei Versuche lang. Melde dich noch einmal an, um einen neuen zu bekommen.',
    PLATFORM_ERROR: 'Entschieden wurde nichts. Versuche es in ein paar Minuten noch einmal.',
  },
}
