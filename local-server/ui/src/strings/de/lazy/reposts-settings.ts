import type { LazyStrings } from '../../strings.ts'

export const repostSettingsDe: LazyStrings['reposts']['settings'] = {
  save: 'Speichern',
  saved: 'Gespeichert.',
  risk: 'Risiko:',
  between: (least, most) => `Eine ganze Zahl von ${least} bis ${most}.`,

  intervalHeading: 'Wie oft gesucht wird',
  intervalDoes:
    'Zwischen zwei Suchen nach Erwähnungen. Eine Story ist 24 Stunden lang zu sehen; mit 12 Stunden oder weniger entgeht dir kaum eine.',
  intervalRisk:
    'Mit 24 Stunden und mehr beginnen und enden Storys ungesehen. Weniger Stunden bedeuten mehr Anfragen; sechs sind das Mindeste, weit entfernt von dem, wofür Konten gesperrt werden.',
  interval: 'Stunden zwischen zwei Suchen',
  jitter: 'Zufällige Abweichung (± min)',
  jitterHint:
    'Verschiebt jede Suche zufällig, damit die Anfragen nicht wie ein Uhrwerk kommen. Mit 0 kommen sie regelmäßig.',

  nightHeading: 'Ruhezeit',
  nightDoes:
    'In diesen Stunden wird nichts gesucht und nichts automatisch repostet. Deine eigenen Klicks gehen weiterhin.',
  nightRisk:
    'Ohne Ruhezeit ist das Konto zu jeder Stunde aktiv, wie es kein Mensch ist. Storys, die in ihr beginnen und enden, entgehen dir.',
  night: 'Eine Ruhezeit einhalten',
  from: 'Von',
  to: 'Bis',
  zoneHint: 'Ruhezeit und Tage werden nach der dortigen Uhr gezählt.',
  zoneUnknown: 'Wähle eine Zeitzone aus der Liste.',
  sameHour: 'Beides ist dieselbe Stunde; es gäbe also keine Ruhezeit.',

  limitHeading: 'Reposts am Tag',
  limitDoes: 'Mehr als so viele Reposts gibt es an einem deiner Tage nicht, ob mit Klick oder ohne.',
  limitRisk:
    'Viele Reposts hintereinander wirken automatisiert und ermüden deine Follower. Wie viele es duldet, sagt Instagram nicht; mit 5 bist du vorsichtig.',
  limit: 'Höchstens so viele Reposts am Tag',

  autoHeading: 'Auto-Repost',
  autoDoes:
    'Repostet automatisch, was ab jetzt gefunden wird: höchstens alle 20 Minuten eine Story, nie in der Ruhezeit, nie in den ersten 48 Stunden.',
  autoRisk:
    'Du siehst eine Story nicht, bevor sie unter deinem Namen erscheint, und ihr Verfasser wurde nicht gefragt. Ob das erlaubt ist, sagt Instagram nicht. Lass es besser aus.',
  auto: 'Reposten, ohne mich zu fragen',

  creditHeading: 'Nennung',
  creditDoes:
    'Markiert in deiner Story offiziell, von wem sie ist: Die Person wird benachrichtigt, und die Markierung führt zu ihr.',
  creditRisk: 'Ohne Markierung sagt nur deine Signatur, falls es eine gibt, wessen Story es war.',
  credit: 'Markieren, von wem die Story ist',

  signatureHeading: 'Signatur',
  signatureDoes:
    'Fügt in das Bild jedes Reposts eine Zeile ein. {username} steht für den Namen der Person, von der die Story ist.',
  signatureRisk:
    'Dafür wird das Bild auf diesen Computer kopiert, bis der Repost veröffentlicht ist. Videos bleiben, wie sie sind. Dein Worker kann das nicht: Solche Erwähnungen warten auf diesen Computer.',
  signature: 'Eine Signatur einfügen',
  text: 'Zeile',
  textProblem: (most) => `Zwischen 1 und ${most} Zeichen.`,
  letters: (used, most) => `${used} von ${most} Zeichen`,
  colour: 'Farbe',
  colourPick: 'Eine Farbe wählen',
  colourProblem: 'Eine Farbe wie #ffffff.',
  colourFaint:
    'Weder hell noch dunkel: Auf vielen Bildern wird nur der Rand um die Buchstaben zu lesen sein. Am besten liest sich Weiß oder Schwarz.',
  colourFine: 'Um die Buchstaben kommt ein Rand der entgegengesetzten Helligkeit.',
  placeHint: 'Klicke dorthin, wo die Mitte der Zeile sein soll, oder verschiebe sie mit den Pfeiltasten.',
  placeAt: (x, y) => `Ort der Signatur: ${x} von links, ${y} von oben`,
  previewAuthor: 'benno.bikes',

  sourceHeading: 'Wie Erwähnungen gelesen werden',
  sourceDoes:
    'Ein Konto liest immer nur auf einem Weg. Was vor einem Wechsel gefunden wurde, wird nie automatisch repostet.',
  sourceRisk:
    'Die offizielle Schnittstelle hat keines. Deine eigene Sitzung kann dich das Konto kosten; lies weiter, bevor du sie wählst.',
  sourceOfficial: 'Offizielle Schnittstelle',
  sourcePrivateApi: 'Deine eigene Sitzung',
  recommended: 'Empfohlen',
  against: 'Gegen die Bedingungen',
  needs: 'Braucht',
  reads: 'Liest',
  risks: 'Riskiert',
  never: 'Wir tun nie',
  officialNeeds: 'Ein professionelles Konto, das erlaubt hat, Nachrichten zu lesen. Kein Passwort.',
  officialReads:
    'Die Nachrichten, die eine Erwähnung enthalten, über Instagrams Schnittstelle für Nachrichten.',
  officialRisks: 'Nichts, wovon wir wüssten: Instagram bietet sie dafür an.',
  officialNever: 'Eine Nachricht beantworten, eine als gelesen markieren oder die anderen ansehen.',
  privateApiNeeds: 'Eine Sitzung aus deinem Browser oder eine Anmeldung mit deinem Passwort.',
  privateApiReads: 'Deinen Posteingang, wie dein Browser es täte, für dieselben Erwähnungen.',
  privateApiRisks:
    'Es verstößt gegen Instagrams Bedingungen. Früher oder später ist eine Sperre bis zur Bestätigung wahrscheinlich; der Verlust des Kontos ist möglich.',
  privateApiNever:
    'Das Passwort speichern, uns von selbst anmelden, ein Gerät vortäuschen oder die Sitzung in die Cloud geben.',
  ready: 'Bereit',
  officialMissing: 'Dieses Konto hat es nicht erlaubt. Verbinde es neu und erlaube Nachrichten.',
  privateApiMissing: 'Noch keine Sitzung.',
  toAccounts: 'Konten öffnen',

  removeHeading: 'Story-Reposts entfernen',
  removeDoes: 'Löscht diese Einstellungen für dieses Konto und sucht nicht mehr. Der Verlauf bleibt.',
  remove: 'Entfernen',
  removeTitle: (username) => `Story-Reposts von ${username} entfernen?`,
  removeText:
    'Nightpost sucht nicht mehr nach Erwähnungen dieses Kontos, und seine Einstellungen werden gelöscht. Der Verlauf bleibt, und Reposts, die veröffentlicht sind, bleiben es.',
  removeKeep: 'Behalten',
  removed: 'Story-Reposts sind für dieses Konto entfernt.',
}

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
  fromLogin: 'Sie stammt aus einer Anmeldung mit dem Passwort, das nicht gespeichert wurde.',
  ended:
    'Instagram hat die Sitzung beendet, die hier war. Füge eine andere hinzu, wenn du weitermachen möchtest.',
  forget: 'Sitzung vergessen',
  forgetTitle: 'Die Sitzung vergessen?',
  forgetText:
    'Sie wird von diesem Computer gelöscht, und Erwähnungen können nicht mehr mit ihr gelesen werden. Bei Instagram gilt sie weiter, bis du dich dort abmeldest: In der App findest du die Orte, an denen du angemeldet bist.',
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
  agentMissing: 'Er muss mit Mozilla/5.0 beginnen.',
  importIt: 'Prüfen und speichern',
  importing: 'Instagram wird einmal gefragt, ob die Sitzung gültig ist …',

  username: 'Name des Kontos',
  password: 'Passwort',
  passwordHint:
    'Wird für eine Anmeldung verwendet und nirgends gespeichert. Zwei Versuche in einer Viertelstunde, eine Anmeldung am Tag.',
  incomplete: 'Es braucht den Namen und das Passwort.',
  logIn: 'Einmal anmelden',
  loggingIn: 'Die Anmeldung läuft. Das dauert mit Absicht einige Sekunden …',
  passwordGone: 'Das Passwort wurde gelöscht. Gib es noch einmal ein, wenn du es erneut versuchen möchtest.',

  codeHeading: 'Instagram will sichergehen, dass du es bist',
  codeOffer: 'Es kann dir einen Code aus sechs Ziffern schicken.',
  sendCode: 'Code schicken lassen',
  sendingCode: 'Instagram wird gebeten, ihn zu schicken …',
  codeSent: (to) => (to === null ? 'Der Code wurde geschickt.' : `Der Code wurde an ${to} geschickt.`),
  codeUntil: (until) => `Bis ${until} kann er eingegeben werden, höchstens dreimal.`,
  code: 'Code',
  codeHint: 'Sechs Ziffern',
  submitCode: 'Absenden',
  submittingCode: 'Der Code wird gesendet …',
  startOver: 'Neu beginnen',

  advice: {
    LOGIN_RATE_LIMITED: 'Es früher zu versuchen macht es schlimmer, auch in der App.',
    TWO_FACTOR_REQUIRED:
      'Wähle oben „Aus dem Browser“: Dort meldest du dich selbst an, mit deinem zweiten Faktor.',
    INVALID_CODE: 'Gib die sechs Ziffern ein und sonst nichts.',
    NO_ACTIVE_SESSION:
      'Ein Code gilt zehn Minuten und drei Versuche lang. Melde dich noch einmal an, um einen neuen zu bekommen.',
    PLATFORM_ERROR: 'Instagram hat nicht eindeutig geantwortet. Versuche es in ein paar Minuten noch einmal.',
  },
}
