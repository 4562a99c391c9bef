import type { LazyStrings } from '../../strings.ts'
import { plural } from '../../plural.ts'

export const guideDe: LazyStrings['guide'] = {
  title: 'Dein Instagram-Konto verbinden',
  intro:
    'Instagram gibt Programmen nur durch eine „App“ Zugang, die du bei Meta anlegst. Sie kostet nichts, gehört dir und verlangt kein Programmieren. Du kannst diese Seite jederzeit verlassen und später weitermachen.',
  back: 'Alle Konten',
  choose: 'Wie möchtest du verbinden?',
  ways: {
    token: {
      title: 'Ein Token einfügen',
      tag: 'Am schnellsten',
      text: 'Das Dashboard von Instagram erzeugt ein langes Passwort für dein Konto, das Token. Du kopierst es und fügst es hier ein. Gut für eigene Konten; etwa zehn Minuten.',
    },
    platform: {
      title: 'Mit Instagram anmelden',
      tag: 'Mit eigener App',
      text: 'Du trägst ID und Geheimcode deiner App einmal ein und meldest dich dann mit einem Knopf an. Nur dort, wo das Dashboard von Instagram die Adresse dieses Computers annimmt, was es meist nicht tut.',
    },
    partner: {
      title: 'Mit Facebook anmelden',
      tag: 'Auch für eine Facebook-Seite',
      text: 'Für Konten, die mit einer Facebook-Seite verknüpft sind. Nötig für Kopien deiner Beiträge auf dieser Seite und um Beiträge auf Instagram von hier aus zu löschen. Etwa zwanzig Minuten.',
    },
  },
  states: { proven: 'Erledigt', said: 'Erledigt, wie du sagst', now: 'Jetzt', later: 'Später' },
  progress: (done, all) => `${done} von ${all} Schritten erledigt`,
  announce: (n, title) => `Schritt ${n}: ${title}`,
  looksLike: 'So sieht es aus',
  mistakes: 'Häufige Fehler',
  doneHere: 'Das habe ich erledigt',
  notDone: 'Doch noch nicht erledigt',
  reworded:
    'Meta benennt in seinem Dashboard hin und wieder etwas um; je nach deiner Sprache steht es dort auf Deutsch. Suche dann das Ähnlichste.',
  insteadOfRedirect: 'Weiter mit einem Token',
  lockedHint: 'Die App-Zugangsdaten sind gesperrt; die App lässt sich nur durch Variablen ändern.',
  unverifiable: 'Das siehst nur du selbst; sag, wann es erledigt ist. Das verbundene Konto beweist es.',
  provenByStranger:
    'Das siehst nur du selbst; sag, wann es erledigt ist. Die erste Nachricht eines Fremden beweist es.',
  steps: {
    professional: {
      title: 'Zu einem professionellen Konto wechseln',
      lines: [
        'Öffne Instagram auf dem Handy, geh zu deinem Profil und dann oben in das Menü ☰.',
        'Wähle unter „Für professionelle Konten“ den Punkt „Kontotyp und Tools“.',
        'Steht dort „Zu professionellem Konto wechseln“, tippe darauf und wähle „Creator“ oder „Unternehmen“. Beides geht und kostet nichts.',
      ],
      looks: 'Dein Profil zeigt über den Beiträgen „Professionelles Dashboard“.',
      mistakes: [
        'Umgestellt wurde ein anderes Konto als das, für das du veröffentlichen möchtest.',
        'Das Konto soll privat bleiben. Professionelle Konten sind immer öffentlich.',
      ],
    },
    page: {
      title: 'Das Konto mit einer Facebook-Seite verknüpfen',
      lines: [
        'Wenn du noch keine Seite hast, lege eine an: Name und Kategorie genügen.',
        'Öffne die Einstellungen der Seite, dort „Verknüpfte Konten“ und „Instagram“, und wähle „Konto verbinden“.',
        'Melde dich dort bei Instagram an und bestätige.',
      ],
      looks: 'Die Einstellungen der Seite zeigen unter „Verknüpfte Konten“ deinen Instagram-Namen.',
      mistakes: [
        'Das Konto wurde mit deinem persönlichen Facebook-Profil verknüpft statt mit einer Seite.',
        'Die Seite gehört jemand anderem. Du brauchst vollen Zugriff auf sie oder das Recht, Inhalte zu erstellen.',
      ],
    },
    app: {
      title: 'Eine App bei Meta anlegen',
      lines: [
        'Melde dich mit deinem Facebook-Konto an. Beim ersten Mal bittet Meta dich, dich als Entwickler einzutragen und Telefonnummer oder E-Mail zu bestätigen.',
        'Wähle „App erstellen“ und gib ihr irgendeinen Namen, etwa „Meine Beiträge“.',
        'Wähle als Anwendungsfall „Manage messaging & content on Instagram“. Ein Unternehmensportfolio ist nicht nötig.',
        'Schließe mit „App erstellen“ ab. Eine Prüfung ist nicht nötig. Solange die App in Entwicklung ist, veröffentlicht sie für deine eigenen Konten; der letzte Schritt schaltet sie live.',
      ],
      looks: 'Du siehst das Dashboard deiner App, oben mit ihrem Namen.',
      mistakes: ['Der Name enthält „Instagram“, „Facebook“ oder „Meta“: Dann wird er abgelehnt.'],
    },
    tester: {
      title: 'Dich als Tester hinzufügen',
      lines: [
        'Wähle im Dashboard der App „App roles“, dann „Roles“ und „Add people“.',
        'Wähle „Instagram Tester“, gib deinen Instagram-Namen ein und füge ihn hinzu.',
        'Öffne die zweite Adresse, in Instagram mit diesem Konto angemeldet. Wähle „Tester-Einladungen“ und nimm an.',
      ],
      looks: 'Im Dashboard steht das Konto unter „Instagram Testers“, nicht mehr als „Pending“.',
      mistakes: [
        'Die Einladung wurde nicht angenommen. Instagram schickt keine Nachricht darüber, man übersieht sie leicht.',
        'Sie wurde gesucht, während du in Instagram mit einem anderen Konto angemeldet warst.',
      ],
    },
    credentials: {
      title: 'Instagram-App-ID und Geheimcode eintragen',
      lines: [
        'Öffne im Dashboard „Use cases“, dann „Manage messaging & content on Instagram“ und dort „API setup with Instagram login“.',
        'Oben stehen „Instagram app ID“ und „Instagram app secret“. Wähle „Show“ neben dem Geheimcode; Meta fragt nach deinem Facebook-Passwort.',
        'Kopiere beide und trage sie hier ein.',
      ],
      looks: 'Die ID ist eine Reihe von 15 bis 17 Ziffern, der Geheimcode hat 32 Buchstaben und Ziffern.',
      mistakes: [
        'Es wurde die „App ID“ aus „App settings“ genommen. Die von Instagram ist eine andere Zahl.',
        'Beim Kopieren ist ein Leerzeichen mitgekommen.',
      ],
    },
    redirect: {
      title: 'Dem Dashboard sagen, wohin es zurückgeht',
      lines: [
        'Wähle auf derselben Seite des Dashboards unter „Set up Instagram business login“ den Punkt „Business login settings“.',
        'Füge diese Adresse unter „OAuth redirect URIs“ ein und speichere:',
      ],
      looks: 'Die Adresse steht in der Liste, Buchstabe für Buchstabe wie hier.',
      mistakes: [
        'Das Dashboard weist Adressen zurück, die mit http://localhost beginnen, wie zuletzt, als wir nachsahen. Füge dann ein Token ein: Es führt zu demselben Konto.',
        'Am Ende kam ein Schrägstrich dazu. Beide Adressen müssen genau gleich sein.',
      ],
    },
    token: {
      title: 'Das Token erzeugen und hier einfügen',
      lines: [
        'Öffne im Dashboard „Use cases“, dann „Manage messaging & content on Instagram“ und dort „API setup with Instagram login“.',
        'Unter „Generate access tokens“ steht dein Konto. Wenn nicht, wähle „Add account“ und melde dich bei Instagram an.',
        'Wähle daneben „Generate token“, melde dich an und erlaube alles, worum gebeten wird.',
        'Kopiere das Token. Es wird nur einmal gezeigt; füge es also gleich hier ein.',
        'Nur für Zahlen, erste Kommentare und Beiträge ohne Kommentare: Füge vor „Generate token“ den Berechtigungen der App instagram_business_manage_insights und instagram_business_manage_comments hinzu.',
      ],
      looks: 'Eine lange Zeile aus Buchstaben und Ziffern, die mit IG beginnt.',
      mistakes: [
        'Nur ein Teil wurde kopiert. Nimm den Kopierknopf des Dashboards.',
        'Es wurde der App-Geheimcode kopiert. Er hat 32 Zeichen und beginnt nicht mit IG.',
      ],
    },
    login: {
      title: 'Mit Instagram anmelden',
      lines: [
        'Der Knopf führt zu Instagram. Melde dich mit dem Konto an, für das du veröffentlichen möchtest.',
        'Lass alle Berechtigungen an und wähle „Zulassen“. Du kommst automatisch hierher zurück.',
      ],
      looks: 'Diese Seite zeigt dein Konto mit seinem Bild.',
      mistakes: [
        'Instagram sagt „Invalid platform app“: Die ID aus Schritt 4 ist nicht die Instagram-App-ID.',
      ],
    },
    live: {
      title: 'Die App live schalten, für Erwähnungen und Kommentare',
      lines: [
        'Zum Veröffentlichen brauchst du das nicht. Aber solange deine App in Entwicklung ist, sind Leute ohne Rolle in ihr unsichtbar: Ihre Story-Erwähnungen und Kommentare werden nicht gefunden, und nichts weist darauf hin.',
        'Öffne im Dashboard „App settings“, dann „Basic“. Trage eine Adresse für die Datenschutzerklärung und eine für die Datenlöschung ein. Jede öffentliche Seite von dir genügt, die sagt, was mit Daten geschieht: Deine bleiben auf diesem Computer.',
        'Schalte dann oben „App mode“ von „Development“ auf „Live“, oder wähle im Menü „Publish“. Es kostet nichts und ist keine Prüfung.',
      ],
      looks: 'Oben im Dashboard steht „Live“.',
      mistakes: [
        'Meta lehnt das Umschalten ab, weil eine der beiden Adressen fehlt oder sich nicht öffnen lässt.',
        'Sie ist live, und es kommen immer noch keine Erwähnungen: Es ist nicht sicher, ob das für jede App genügt. Bitte jemanden ohne Rolle, dich in einer Story zu erwähnen; bis dahin steht im Eingang, dass Erwähnungen unbewiesen sind.',
      ],
    },
  },
  stepsByFacebook: {
    app: {
      lines: [
        'Melde dich mit deinem Facebook-Konto an. Beim ersten Mal bittet Meta dich, dich als Entwickler einzutragen und Telefonnummer oder E-Mail zu bestätigen.',
        'Wähle „App erstellen“ und gib ihr irgendeinen Namen, etwa „Meine Beiträge“.',
        'Wähle als Anwendungsfälle „Manage messaging & content on Instagram“ und „Manage everything on your Page“.',
        'Schließe mit „App erstellen“ ab. Eine Prüfung ist nicht nötig: Solange die App in Entwicklung ist, veröffentlicht sie für die Konten, die du verwaltest.',
      ],
    },
    credentials: {
      title: 'App-ID und Geheimcode eintragen',
      lines: [
        'Öffne im Dashboard „App settings“, dann „Basic“.',
        'Oben stehen „App ID“ und „App secret“. Wähle „Show“ neben dem Geheimcode; Meta fragt nach deinem Facebook-Passwort.',
        'Kopiere beide und trage sie hier ein. Facebook wird gleich gefragt, ob sie stimmen.',
      ],
      mistakes: [
        'Es wurde die „Instagram app ID“ genommen. Auf diesem Weg ist es die „App ID“ aus „App settings“.',
        'Der Geheimcode war beim Kopieren noch hinter Punkten verborgen.',
      ],
    },
    redirect: {
      lines: [
        'Öffne im Dashboard „Facebook Login“, dann „Settings“.',
        'Füge diese Adresse unter „Valid OAuth Redirect URIs“ ein und speichere. Sagt das Dashboard, dass Adressen dieses Computers während der Entwicklung keinen Eintrag brauchen, ist das auch gut:',
      ],
      mistakes: [
        'Die App ist schon live: Dann nimmt Facebook nur https-Adressen an. Stelle sie zum Anmelden auf „Development“ zurück und danach wieder auf „Live“.',
        'Nightpost wurde an einem anderen Port gestartet. Die Adresse ändert sich mit ihm.',
      ],
    },
    login: {
      title: 'Mit Facebook anmelden',
      lines: [
        'Der Knopf führt zu Facebook. Melde dich als die Person an, die die Seite verwaltet.',
        'Hake die Seite und deren Instagram-Konto an, lass alle Berechtigungen an und bestätige. Du kommst automatisch hierher zurück.',
      ],
      mistakes: [
        'Die Seite wurde nicht angehakt, deshalb zeigt uns Facebook kein Konto. Melde dich noch einmal an und wähle „Zugriff bearbeiten“.',
      ],
    },
  },
  places: {
    newApp: 'Meta for Developers, deine Apps',
    appSettings: 'Die Einstellungen deiner App',
    tester: 'Instagram, Tester-Einladungen',
    pages: 'Facebook, deine Seiten',
  },
  notYet: 'Erst kommen ID und Geheimcode.',
  end: {
    title: (n) => plural(n, 'Dein Konto ist verbunden', 'Deine Konten sind verbunden'),
    text: 'Prüfe es mit einem Probelauf: Er macht alles, was ein Beitrag macht, und hält vor dem letzten Schritt an. Bilder brauchen außerdem eine öffentliche Adresse, von der Instagram sie abholt; die Cloud-Seite richtet eine ein.',
    write: 'Den ersten Beitrag schreiben',
    accounts: 'Deine Konten ansehen',
    cloud: 'Cloud einrichten',
    another: 'Auf demselben Weg kannst du ein weiteres Konto verbinden: Die Schritte oben bleiben.',
  },
}
