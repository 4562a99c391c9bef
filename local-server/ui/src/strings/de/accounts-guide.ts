import type { Strings } from '../strings.ts'
import { plural } from '../plural.ts'

export const guideDe: Strings['accounts']['guide'] = {
  title: 'Ihr Instagram-Konto verbinden',
  intro:
    'Instagram gibt Programmen nur durch eine „App“ Zugang, die Sie bei Meta anlegen. Sie kostet nichts, gehört Ihnen und verlangt kein Programmieren. Sie können diese Seite jederzeit verlassen und später weitermachen.',
  back: 'Alle Konten',
  choose: 'Wie möchten Sie verbinden?',
  ways: {
    token: {
      title: 'Ein Token einfügen',
      tag: 'Am schnellsten',
      text: 'Das Dashboard von Instagram erzeugt ein langes Passwort für Ihr Konto, das Token. Sie kopieren es und fügen es hier ein. Gut für eigene Konten; etwa zehn Minuten.',
    },
    platform: {
      title: 'Mit Instagram anmelden',
      tag: 'Mit eigener App',
      text: 'Sie tragen ID und Geheimcode Ihrer App einmal ein und melden sich dann mit einem Knopf an. Nur dort, wo das Dashboard von Instagram die Adresse dieses Computers annimmt, was es meist nicht tut.',
    },
    partner: {
      title: 'Mit Facebook anmelden',
      tag: 'Auch für eine Facebook-Seite',
      text: 'Für Konten, die mit einer Facebook-Seite verknüpft sind. Nötig für Kopien Ihrer Beiträge auf dieser Seite und um Beiträge auf Instagram von hier aus zu löschen. Etwa zwanzig Minuten.',
    },
  },
  states: { proven: 'Erledigt', said: 'Erledigt, wie Sie sagen', now: 'Jetzt', later: 'Später' },
  progress: (done, all) => `${done} von ${all} Schritten erledigt`,
  announce: (n, title) => `Schritt ${n}: ${title}`,
  looksLike: 'So sieht es aus',
  mistakes: 'Was oft schiefgeht',
  doneHere: 'Das habe ich erledigt',
  notDone: 'Doch noch nicht erledigt',
  reworded:
    'Meta benennt in seinem Dashboard hin und wieder etwas um; je nach Ihrer Sprache steht es dort auf Deutsch. Suchen Sie dann das Ähnlichste.',
  insteadOfRedirect: 'Weiter mit einem Token',
  lockedHint: 'Die Einrichtung ist gesperrt; die App lässt sich nur durch Variablen ändern.',
  unverifiable: 'Das sehen nur Sie selbst; sagen Sie, wann es erledigt ist. Der letzte Schritt beweist es.',
  steps: {
    professional: {
      title: 'Ein professionelles Konto haben',
      lines: [
        'Öffnen Sie Instagram auf dem Telefon, gehen Sie zu Ihrem Profil und dann oben in das Menü ☰.',
        'Wählen Sie unter „Für professionelle Konten“ den Punkt „Kontotyp und Tools“.',
        'Steht dort „Zu professionellem Konto wechseln“, tippen Sie darauf und wählen „Creator“ oder „Unternehmen“. Beides geht und kostet nichts.',
      ],
      looks: 'Ihr Profil zeigt über den Beiträgen „Professionelles Dashboard“.',
      mistakes: [
        'Umgestellt wurde ein anderes Konto als das, für das Sie veröffentlichen möchten.',
        'Das Konto soll privat bleiben. Professionelle Konten sind immer öffentlich.',
      ],
    },
    page: {
      title: 'Das Konto mit einer Facebook-Seite verknüpfen',
      lines: [
        'Wenn Sie noch keine Seite haben, legen Sie eine an: Name und Kategorie genügen.',
        'Öffnen Sie die Einstellungen der Seite, dort „Verknüpfte Konten“ und „Instagram“, und wählen Sie „Konto verbinden“.',
        'Melden Sie sich dort bei Instagram an und bestätigen Sie.',
      ],
      looks: 'Die Einstellungen der Seite zeigen unter „Verknüpfte Konten“ Ihren Instagram-Namen.',
      mistakes: [
        'Das Konto wurde mit Ihrem persönlichen Facebook-Profil verknüpft statt mit einer Seite.',
        'Die Seite gehört jemand anderem. Sie brauchen vollen Zugriff auf sie oder das Recht, Inhalte zu erstellen.',
      ],
    },
    app: {
      title: 'Eine App bei Meta anlegen',
      lines: [
        'Melden Sie sich mit Ihrem Facebook-Konto an. Beim ersten Mal bittet Meta Sie, sich als Entwickler einzutragen und Telefonnummer oder E-Mail zu bestätigen.',
        'Wählen Sie „App erstellen“ und geben Sie ihr irgendeinen Namen, etwa „Meine Beiträge“.',
        'Wählen Sie als Anwendungsfall „Manage messaging & content on Instagram“. Ein Unternehmensportfolio ist nicht nötig.',
        'Schließen Sie mit „App erstellen“ ab. Eine Prüfung ist nicht nötig: Solange die App in Entwicklung ist, geht sie für Ihre eigenen Konten.',
      ],
      looks: 'Sie sehen das Dashboard Ihrer App, oben mit ihrem Namen.',
      mistakes: ['Der Name enthält „Instagram“, „Facebook“ oder „Meta“: Dann wird er abgelehnt.'],
    },
    tester: {
      title: 'Die App Ihr Konto sehen lassen',
      lines: [
        'Wählen Sie im Dashboard der App „App roles“, dann „Roles“ und „Add people“.',
        'Wählen Sie „Instagram Tester“, geben Sie Ihren Instagram-Namen ein und fügen Sie ihn hinzu.',
        'Öffnen Sie die zweite Adresse, in Instagram mit diesem Konto angemeldet. Wählen Sie „Tester-Einladungen“ und nehmen Sie an.',
      ],
      looks: 'Im Dashboard steht das Konto unter „Instagram Testers“, nicht mehr als „Pending“.',
      mistakes: [
        'Die Einladung wurde nicht angenommen. Instagram schickt keine Nachricht darüber, man übersieht sie leicht.',
        'Sie wurde gesucht, während Sie in Instagram mit einem anderen Konto angemeldet waren.',
      ],
    },
    credentials: {
      title: 'Instagram-App-ID und Geheimcode eintragen',
      lines: [
        'Öffnen Sie im Dashboard „Use cases“, dann „Manage messaging & content on Instagram“ und dort „API setup with Instagram login“.',
        'Oben stehen „Instagram app ID“ und „Instagram app secret“. Wählen Sie „Show“ neben dem Geheimcode; Meta fragt nach Ihrem Facebook-Passwort.',
        'Kopieren Sie beide und tragen Sie sie hier ein.',
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
        'Wählen Sie auf derselben Seite des Dashboards unter „Set up Instagram business login“ den Punkt „Business login settings“.',
        'Fügen Sie diese Adresse unter „OAuth redirect URIs“ ein und speichern Sie:',
      ],
      looks: 'Die Adresse steht in der Liste, Buchstabe für Buchstabe wie hier.',
      mistakes: [
        'Das Dashboard weist Adressen zurück, die mit http://localhost beginnen, wie zuletzt, als wir nachsahen. Fügen Sie dann ein Token ein: Es führt zu demselben Konto.',
        'Am Ende kam ein Schrägstrich dazu. Beide Adressen müssen genau gleich sein.',
      ],
    },
    token: {
      title: 'Das Token erzeugen und hier einfügen',
      lines: [
        'Öffnen Sie im Dashboard „Use cases“, dann „Manage messaging & content on Instagram“ und dort „API setup with Instagram login“.',
        'Unter „Generate access tokens“ steht Ihr Konto. Wenn nicht, wählen Sie „Add account“ und melden sich bei Instagram an.',
        'Wählen Sie daneben „Generate token“, melden Sie sich an und erlauben Sie alles, worum gebeten wird.',
        'Kopieren Sie das Token. Es wird nur einmal gezeigt; fügen Sie es also gleich hier ein.',
        'Nur für erste Kommentare und für Beiträge ohne Kommentare: Fügen Sie vor „Generate token“ den Berechtigungen der App instagram_business_manage_comments hinzu.',
      ],
      looks: 'Eine lange Zeile aus Buchstaben und Ziffern, die mit IG beginnt.',
      mistakes: [
        'Nur ein Teil wurde kopiert. Nehmen Sie den Kopierknopf des Dashboards.',
        'Es wurde der App-Geheimcode kopiert. Er hat 32 Zeichen und beginnt nicht mit IG.',
      ],
    },
    login: {
      title: 'Mit Instagram anmelden',
      lines: [
        'Der Knopf führt zu Instagram. Melden Sie sich mit dem Konto an, für das Sie veröffentlichen möchten.',
        'Lassen Sie alle Berechtigungen an und wählen Sie „Zulassen“. Sie kommen von selbst hierher zurück.',
      ],
      looks: 'Diese Seite zeigt Ihr Konto mit seinem Bild.',
      mistakes: [
        'Instagram sagt „Invalid platform app“: Die ID aus Schritt 4 ist nicht die Instagram-App-ID.',
      ],
    },
  },
  stepsByFacebook: {
    app: {
      title: 'Eine App bei Meta anlegen',
      lines: [
        'Melden Sie sich mit Ihrem Facebook-Konto an. Beim ersten Mal bittet Meta Sie, sich als Entwickler einzutragen und Telefonnummer oder E-Mail zu bestätigen.',
        'Wählen Sie „App erstellen“ und geben Sie ihr irgendeinen Namen, etwa „Meine Beiträge“.',
        'Wählen Sie als Anwendungsfälle „Manage messaging & content on Instagram“ und „Manage everything on your Page“.',
        'Schließen Sie mit „App erstellen“ ab. Eine Prüfung ist nicht nötig: Solange die App in Entwicklung ist, geht sie für die Konten, die Sie verwalten.',
      ],
      looks: 'Sie sehen das Dashboard Ihrer App, oben mit ihrem Namen.',
      mistakes: ['Der Name enthält „Instagram“, „Facebook“ oder „Meta“: Dann wird er abgelehnt.'],
    },
    credentials: {
      title: 'App-ID und Geheimcode eintragen',
      lines: [
        'Öffnen Sie im Dashboard „App settings“, dann „Basic“.',
        'Oben stehen „App ID“ und „App secret“. Wählen Sie „Show“ neben dem Geheimcode; Meta fragt nach Ihrem Facebook-Passwort.',
        'Kopieren Sie beide und tragen Sie sie hier ein. Facebook wird gleich gefragt, ob sie stimmen.',
      ],
      looks: 'Die ID ist eine Reihe von 15 bis 17 Ziffern, der Geheimcode hat 32 Buchstaben und Ziffern.',
      mistakes: [
        'Es wurde die „Instagram app ID“ genommen. Auf diesem Weg ist es die „App ID“ aus „App settings“.',
        'Der Geheimcode war beim Kopieren noch hinter Punkten verborgen.',
      ],
    },
    redirect: {
      title: 'Dem Dashboard sagen, wohin es zurückgeht',
      lines: [
        'Öffnen Sie im Dashboard „Facebook Login“, dann „Settings“.',
        'Fügen Sie diese Adresse unter „Valid OAuth Redirect URIs“ ein und speichern Sie. Sagt das Dashboard, dass Adressen dieses Computers während der Entwicklung keinen Eintrag brauchen, ist das auch gut:',
      ],
      looks: 'Die Adresse steht in der Liste, Buchstabe für Buchstabe wie hier.',
      mistakes: [
        'Die App ist nicht mehr in Entwicklung: Dann nimmt Facebook nur https-Adressen.',
        'Nightpost wurde an einem anderen Port gestartet. Die Adresse ändert sich mit ihm.',
      ],
    },
    login: {
      title: 'Mit Facebook anmelden',
      lines: [
        'Der Knopf führt zu Facebook. Melden Sie sich als die Person an, die die Seite verwaltet.',
        'Haken Sie die Seite und deren Instagram-Konto an, lassen Sie alle Berechtigungen an und bestätigen Sie. Sie kommen von selbst hierher zurück.',
      ],
      looks: 'Diese Seite zeigt Ihr Konto mit seinem Bild.',
      mistakes: [
        'Die Seite wurde nicht angehakt, deshalb zeigt uns Facebook kein Konto. Melden Sie sich noch einmal an und wählen Sie „Zugriff bearbeiten“.',
      ],
    },
  },
  places: {
    newApp: 'Meta for Developers, Ihre Apps',
    appSettings: 'Die Einstellungen Ihrer App',
    tester: 'Instagram, Tester-Einladungen',
    pages: 'Facebook, Ihre Seiten',
  },
  notYet: 'Erst kommen ID und Geheimcode.',
  end: {
    title: (n) => plural(n, 'Ihr Konto ist verbunden', 'Ihre Konten sind verbunden'),
    text: 'Nightpost kann jetzt dafür veröffentlichen. Bilder brauchen außerdem eine öffentliche Adresse, von der Instagram sie abholt; die Cloud-Seite richtet eine ein.',
    write: 'Den ersten Beitrag schreiben',
    accounts: 'Ihre Konten ansehen',
    cloud: 'Cloud einrichten',
    another: 'Auf demselben Weg können Sie ein weiteres Konto verbinden: Die Schritte oben bleiben.',
  },
}
