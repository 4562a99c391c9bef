import { plural } from '../plural.ts'
import type { Strings } from '../strings.ts'

export const appDe: Strings['app'] = {
  pages: 'Seiten',
  plan: 'Plan',
  library: 'Mediathek',
  reposts: 'Story-Reposts',
  accounts: 'Konten',
  cloud: 'Cloud',
  settings: 'Einstellungen',
  inbox: 'Eingang',
  general: 'Allgemein',
  newPost: 'Neuer Beitrag',
  skip: 'Zum Inhalt springen',
  signOut: 'Abmelden',
  uploadsUnderWay: 'Dateien sind noch nicht bereit. Warte, bis sie es sind, und melde dich dann ab.',
  palette: {
    button: 'Alles durchsuchen',
    placeholder: 'Ort, Aktion oder Beitrag',
    actions: 'Aktionen',
    places: 'Öffnen',
    posts: 'Beiträge',
    nothing: 'Nichts gefunden',
  },
  account: {
    is: (name) => `Konto: ${name}`,
    all: 'Alle Konten',
    find: 'Konto finden',
    more: (count) => `${plural(count, '1 weiteres', `${count} weitere`)}: Gib einen Teil des Namens ein.`,
  },
  themes: { auto: 'Design: System', light: 'Design: hell', dark: 'Design: dunkel' },
  notRunning: 'Nightpost läuft nicht.',
  outOfReach: 'Nightpost ist von diesem Gerät aus nicht zu erreichen.',
  whyOutOfReach: 'Prüfe die Verbindung des Geräts, und ob Nightpost auf seinem Computer läuft.',
  beingSent: 'Dieser Beitrag wird schon gesendet. Versuche es gleich noch einmal.',
  sentBefore:
    'Daraus ist schon ein Beitrag geworden, so wie es zuvor gesendet wurde. Sieh bei deinen Beiträgen nach: Noch einmal gesendet, wird daraus ein weiterer.',
  changedMeanwhile:
    'Dieser Beitrag wurde inzwischen anderswo geändert, deshalb ist nichts geschehen. Lies ihn, wie er jetzt ist, und entscheide dann neu.',
  brokenOff: 'Die Datei kam nicht vollständig an. Versuche es noch einmal.',
  answeredWith: (status) => `Der Server antwortete mit ${status}.`,
  serverGone: 'Nightpost läuft nicht. Starte es mit',
  problems: {
    full: 'Die Festplatte ist voll, deshalb lässt sich nichts speichern und nichts wird veröffentlicht. Schaffe Platz; Nightpost macht dann automatisch weiter.',
    quota:
      'Dein Kontingent auf dem Laufwerk ist aufgebraucht, deshalb lässt sich nichts speichern und nichts wird veröffentlicht. Lösche eigene Dateien, oder lass das Kontingent erhöhen; Nightpost macht dann automatisch weiter.',
    fileSize:
      'Eine Datei des Datenordners hat die größte erlaubte Größe erreicht. Erhöhe die Grenze (ulimit -f), oder lege den Ordner auf ein Dateisystem ohne diese Grenze.',
    readOnly:
      'In den Datenordner lässt sich nichts schreiben: Sein Laufwerk ist schreibgeschützt. Mach es beschreibbar; Nightpost macht dann automatisch weiter.',
    unwritable:
      'In den Datenordner lässt sich nichts schreiben: Ein Ordner oder eine Datei darin gehört einem anderen Benutzer. Mach ihn beschreibbar; Nightpost macht dann automatisch weiter.',
    missing:
      'Ein Ordner des Datenordners fehlt. Lege ihn wieder an seinen Platz, oder schließe sein Laufwerk wieder an; Nightpost macht dann automatisch weiter.',
    replaced:
      'Die Datenbank des Datenordners, ihr Protokoll oder ihre Sperre wurde verschoben, gelöscht oder ersetzt, während Nightpost läuft; deshalb wird von hier aus nichts gespeichert oder veröffentlicht. Lege sie zurück, oder beende Nightpost und starte es neu.',
    openFiles:
      'Nightpost hat so viele Dateien und Verbindungen offen, wie es darf. Erhöhe die Grenze für offene Dateien (ulimit -n), und starte Nightpost neu.',
    openFilesOfSystem:
      'Auf diesem Computer sind zu viele Dateien offen. Schließe andere Programme; Nightpost macht dann automatisch weiter.',
    locked:
      'Ein anderes Programm hält die Datenbank des Datenordners fest, deshalb lässt sich nichts speichern und nichts wird veröffentlicht. Schließe dieses Programm; Nightpost macht dann automatisch weiter.',
    failing:
      'Das Laufwerk des Datenordners meldet Fehler. Sichere den Ordner auf einem anderen Laufwerk, und prüfe dieses, bevor du weitermachst.',
    slow: 'Das Laufwerk des Datenordners ist so langsam, dass jedes Speichern mehr als zehn Sekunden dauert; deshalb werden Beiträge zu spät veröffentlicht. Schließe Programme, die es beschäftigen, oder lege den Ordner auf ein schnelleres Laufwerk.',
    damaged:
      'Die Datenbank des Datenordners ist beschädigt; deshalb veröffentlicht dieser Computer nichts. Beende Nightpost, und stelle ein Backup des Ordners wieder her.',
  },
  held: {
    copied: 'Dieser Datenordner ist eine Kopie eines anderen, oder er stammt aus einem Backup.',
    'other-computer': 'Dieser Datenordner kommt von einem anderen Computer.',
    restored:
      'Dieser Datenordner oder seine Datenbank stammt aus einem Backup oder aus einem anderen Ordner.',
  },
  heldMeans: 'Bis du es bestätigst, wird nichts veröffentlicht.',
  seeRelease: 'Ansehen, was veröffentlicht wird',
  waiting: (waiting, overdue) => {
    if (waiting === 0) return 'Im Moment wartet hier nichts.'
    if (waiting === 1) return overdue === 0 ? '1 Beitrag wartet.' : '1 Beitrag wartet und ist überfällig.'
    const posts = `${waiting} Beiträge warten`
    return overdue === 0
      ? `${posts}.`
      : `${posts}. ${overdue} davon ${overdue === 1 ? 'ist' : 'sind'} überfällig.`
  },
}

export const signInDe: Strings['signIn'] = {
  tab: 'Anmelden',
  title: 'Öffne deinen Anmeldelink',
  noPassword: 'Nightpost hat kein Passwort. Das Terminal, in dem es läuft, zeigt einen Link, der so beginnt:',
  signsIn: 'Er meldet diesen Browser an.',
  linkGone: 'Ist der Link weg oder verbraucht? Führe',
  again:
    'dort noch einmal aus, wo du es gestartet hast: Das zeigt einen neuen und lässt das laufende Nightpost, wie es ist.',
  onPhone:
    'Am Handy: Öffne auf dem Computer, auf dem Nightpost läuft, die Einstellungen, dann „Auf dem Handy“, und scanne den Code dort.',
  help: 'Ein anderes Problem?',
  textKept:
    'Was du in diesem Browser geschrieben hast, bleibt aufgehoben und ist nach dem Anmelden wieder da.',
  linkSpent: 'Dieser Link wurde schon benutzt oder ist älter als zehn Minuten. Jeder Link gilt nur einmal.',
}

export const settingsDe: Strings['settings'] = {
  keys: {
    title: 'API-Schlüssel',
    lead: 'Mit einem Schlüssel arbeitet ein Skript oder ein Agent auf diesem Computer mit Nightpost, soweit du es erlaubst.',
  },
  docs: {
    title: 'Hilfe und API',
    help: 'Hilfeseiten öffnen (englisch)',
    link: 'API-Dokumentation öffnen',
    example: 'Die neuesten Beiträge, mit einem Schlüssel von dir anstelle der Punkte:',
    copy: 'Befehl kopieren',
  },
  look: {
    title: 'Sprache und Design',
    language: 'Sprache',
    colours: 'Design',
    auto: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  phone: {
    title: 'Auf dem Handy',
    lead: 'Öffne diese Seite auf dem Handy, über Tailscale oder einen anderen eigenen Proxy.',
  },
  computer: {
    title: 'Dieser Computer',
  },
  backup: {
    title: 'Backup',
    lead: 'Alles in einer verschlüsselten Datei, während Nightpost läuft.',
  },
}

export const importingDe: Strings['importing'] = {
  times: {
    slots: 'In den nächsten freien Slots',
    drafts: 'Als Entwürfe ohne Zeit',
  },
  startAt: (when) => `Beitrag am ${when}`,
  dropAnywhere: 'Eine Datei für einen neuen Beitrag, mehrere oder eine Tabelle für je einen Beitrag',
}
