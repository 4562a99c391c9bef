import type { Strings } from '../strings.ts'

export const repostPrivateApiDe: Strings['reposts']['privateApi'] = {
  heading: 'Bevor Sie Ihre eigene Sitzung verwenden',
  risks: [
    'Mit der eigenen Sitzung zu lesen verstößt gegen Instagrams Bedingungen, wer immer es tut und wie vorsichtig auch immer.',
    'Der wahrscheinliche Schaden ist eine Sperre: Instagram lässt Sie nicht hinein, bis Sie in der App bestätigen, wer Sie sind.',
    'Der mögliche Schaden ist ein gesperrtes oder gelöschtes Konto, mit allen Beiträgen und allen, die ihm folgen. Das können wir nicht rückgängig machen.',
    'Wir fragen selten und langsam und hören bei der ersten Warnung auf. Das macht es unwahrscheinlicher, nicht sicher.',
  ],
  instead: 'Die offizielle Schnittstelle findet dieselben Erwähnungen ohne all das.',
  understand: 'Ich habe verstanden, dass mich das mein Konto kosten kann',
  proceed: 'Mit meiner eigenen Sitzung fortfahren',

  live: (username) => `Es gibt eine Sitzung von @${username}.`,
  fromBrowser: 'Sie wurde aus einem Browser kopiert.',
  fromLogin: 'Sie stammt aus einer Anmeldung mit dem Passwort, das nicht behalten wurde.',
  ended:
    'Instagram hat die Sitzung beendet, die hier war. Bringen Sie eine andere, wenn Sie weitermachen möchten.',
  forget: 'Sitzung vergessen',
  forgetTitle: 'Die Sitzung vergessen?',
  forgetText:
    'Sie wird von diesem Computer gelöscht, und Erwähnungen können nicht mehr mit ihr gelesen werden. Bei Instagram lebt sie weiter, bis Sie sich dort abmelden: In der App finden Sie die Orte, an denen Sie angemeldet sind.',
  forgetKeep: 'Behalten',
  forgotten: 'Die Sitzung ist vergessen.',

  ways: 'Woher die Sitzung kommt',
  browser: 'Aus dem Browser',
  login: 'Mit Passwort',

  cookieSteps: [
    'Melden Sie sich in einem Browser auf diesem Computer bei www.instagram.com an, als dieses Konto.',
    'Öffnen Sie die Entwicklerwerkzeuge (F12), darin „Anwendung“ oder „Web-Speicher“ und dann „Cookies“.',
    'Kopieren Sie sessionid, ds_user_id und csrftoken und fügen Sie sie hier als Zeilen der Form Name=Wert ein. Der Text einer ganzen Cookie-Kopfzeile geht auch.',
  ],
  cookies: 'Cookies von instagram.com',
  cookiesHint:
    'Sie geben Zugang zu Ihrem Konto: Zeigen Sie sie niemandem. Hier werden sie verschlüsselt aufbewahrt.',
  cookiesMissing: 'Fügen Sie zuerst die Cookies ein.',
  agent: 'User-Agent jenes Browsers',
  agentHint:
    'Unter diesem Namen geht die Sitzung weiter. Ausgefüllt für den Browser, in dem Sie dies gerade lesen.',
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
  passwordGone:
    'Das Passwort wurde gelöscht. Geben Sie es noch einmal ein, wenn Sie es erneut versuchen möchten.',

  codeHeading: 'Instagram will sichergehen, dass Sie es sind',
  codeOffer: 'Es kann Ihnen einen Code aus sechs Ziffern schicken.',
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
      'Wählen Sie oben „Aus dem Browser“: Dort melden Sie sich selbst an, mit Ihrem zweiten Faktor.',
    INVALID_CODE: 'Geben Sie die sechs Ziffern ein und sonst nichts.',
    NO_ACTIVE_SESSION:
      'Ein Code lebt zehn Minuten und drei Versuche lang. Melden Sie sich noch einmal an, um einen neuen zu bekommen.',
    PLATFORM_ERROR: 'Entschieden wurde nichts. Versuchen Sie es in ein paar Minuten noch einmal.',
  },
}
