import type { LazyStrings } from '../../strings.ts'
import { plural } from '../../plural.ts'

export const accountsDe: LazyStrings['accounts'] = {
  intro:
    'Die Instagram-Konten, für die Nightpost veröffentlicht. Der Zugang zu ihnen liegt verschlüsselt auf diesem Computer.',
  connectedAccounts: 'Verbundene Konten',
  none: 'Noch kein Konto',
  noneText: 'Die Anleitung führt dich Schritt für Schritt zum ersten. Das dauert etwa zehn Minuten.',
  onlyPractice: 'Bereit für dein eigenes Konto?',
  onlyPracticeText:
    'Bisher gibt es nur das Sandbox-Konto: Was es veröffentlicht, bleibt auf diesem Computer. Die Anleitung führt dich Schritt für Schritt zu Instagram, auch wenn du noch nie eine Entwicklerseite gesehen hast.',
  openGuide: 'Anleitung öffnen',
  byInstagram: 'Anmeldung über Instagram',
  byFacebook: 'Anmeldung über Facebook',
  byFacebookPage: (page) => `Anmeldung über Facebook, Seite ${page}`,
  followers: (count) => `${count} Follower`,
  life: {
    endless: (service) => `${service} hat nicht gesagt, wann der Zugang endet.`,
    renewed: (left) => `Der Zugang gilt noch ${left} und wird automatisch verlängert`,
    until: (left, date) => `Der Zugang gilt noch ${left}, bis ${date}`,
    ending: (left) => `Der Zugang gilt nur noch ${left}. Verbinde das Konto rechtzeitig neu.`,
    notRenewed: (left) =>
      `Der Zugang gilt nur noch ${left}: Verlängern ließ er sich bisher nicht. Verbinde das Konto neu.`,
    ended: (date) =>
      `Der Zugang endete am ${date}. Nichts wird veröffentlicht, bis du das Konto neu verbindest.`,
    practice: 'Dieser Zugang endet nicht.',
  },
  outlook: {
    nothing: 'Nichts ist geplant.',
    scheduled: (n, next) => `${n} ${plural(n, 'Beitrag', 'Beiträge')} geplant, der nächste ${next}.`,
    atRisk: (n, all) =>
      n === all
        ? plural(
            n,
            'Der geplante Beitrag ist erst nach dem Ende des Zugangs fällig und wird fehlschlagen.',
            `Alle ${n} geplanten Beiträge sind erst nach dem Ende des Zugangs fällig und werden fehlschlagen.`,
          )
        : plural(
            n,
            `1 von ${all} geplanten Beiträgen ist erst nach dem Ende des Zugangs fällig und wird fehlschlagen.`,
            `${n} von ${all} geplanten Beiträgen sind erst nach dem Ende des Zugangs fällig und werden fehlschlagen.`,
          ),
    failed: (n) =>
      `${n} ${plural(n, 'Beitrag ist', 'Beiträge sind')} in den letzten sieben Tagen fehlgeschlagen.`,
    toPlan: 'Zum Plan',
    toPosts: 'Ansehen, was fehlgeschlagen ist',
    of: (username) => `von ${username}`,
  },
  waitForRoom: 'Ist das Veröffentlichungslimit erreicht, warten Beiträge',
  waitForRoomHint:
    'Sie werden in der Reihenfolge ihrer Zeiten veröffentlicht, sobald wieder Platz ist. Sonst schlagen sie fehl.',
  waitForRoomOf: (account) => `Ist das Veröffentlichungslimit von ${account} erreicht, warten Beiträge`,
  paused: (when) => `Pause: Instagram hat um Zurückhaltung gebeten. Nächster Versuch ${when}.`,
  cannot: (what, service) =>
    `Nicht erlaubt: ${what}. Verbinde das Konto neu und erlaube alles, worum ${service} bittet.`,
  purposes: {
    publish: 'Veröffentlichen',
    delete: 'Beiträge auf Instagram löschen',
    'cross-post': 'Kopien auf der Facebook-Seite',
    mentions: 'Storys reposten, die dich erwähnen',
  },
  reconnect: 'Neu verbinden',
  reconnectAccount: (username) => `${username} neu verbinden`,
  dryRun: {
    open: 'Probelauf',
    of: (username) => `Probelauf von ${username}`,
    text: 'Macht mit dem neuesten Bild der Mediathek alles, was ein Beitrag macht, und hält vor dem letzten Schritt an. Nichts wird sichtbar, und es zählt nicht als Beitrag. Das kann eine Minute dauern.',
    start: 'Starten',
    again: 'Noch einmal',
    running: 'Die Schritte laufen …',
    held: 'Jeder Schritt ist gelungen: Ein Beitrag dieses Kontos würde veröffentlicht.',
    failed: 'Ein Schritt ist fehlgeschlagen; ein Beitrag würde dort auch fehlschlagen.',
    steps: 'Schritte',
    names: {
      token: 'Zugang',
      permissions: 'Berechtigungen',
      limit: 'Veröffentlichungslimit',
      address: 'Öffentliche Adresse eines Bildes',
      container: 'Senden des Bildes',
      processing: 'Verarbeitung',
    },
    ok: 'Gelungen',
    notOk: 'Fehlgeschlagen',
    copy: 'Als Bericht kopieren',
  },
  disconnect: 'Trennen',
  disconnectAccount: (username) => `${username} trennen`,
  disconnectTitle: (username) => `${username} trennen?`,
  disconnectText:
    'Der Zugang wird von diesem Computer gelöscht. Was veröffentlicht ist, bleibt auf Instagram und in deinem Verlauf.',
  disconnectPosts: (n) =>
    n === 0
      ? 'Beiträge, die noch darauf warten, werden nicht veröffentlicht.'
      : plural(
          n,
          '1 geplanter Beitrag wird nicht veröffentlicht und gilt als fehlgeschlagen.',
          `${n} geplante Beiträge werden nicht veröffentlicht und gelten als fehlgeschlagen.`,
        ),
  disconnectInsights: 'Auch seine Zahlen löschen',
  disconnectInsightsHint: 'Sonst bleiben sie und sind wieder da, wenn du es erneut verbindest.',
  disconnectSandbox: 'Um es zurückzuholen, füge sein Token ein:',
  isDisconnected: (username) => `${username} ist getrennt.`,
  areConnected: (names, n) => `${names} ${plural(n, 'ist', 'sind')} verbunden.`,
  outcomeLost: 'Die Anmeldung ist zu Ende, aber ihr Ergebnis ist nicht bekannt. Sieh in der Liste nach.',
  connectTitle: 'Ein Konto verbinden',
  connectGuide: 'Ist das neu für dich?',
  connectGuideLink: 'Die Anleitung erklärt jeden Schritt',
  token: {
    title: 'Ein Token einfügen',
    text: 'Für eigene Konten der zuverlässigste Weg: ohne Prüfung der App, ohne Rücksprungadresse.',
    kind: 'Art des Tokens',
    instagram: 'Instagram-Token',
    facebook: 'Facebook-Token',
    label: 'Zugangstoken',
    missing: 'Füge erst ein Token ein.',
    idle: (service) =>
      `Sobald du einfügst, wird ${service} gefragt, wem das Token gehört. Gespeichert wird noch nichts.`,
    asking: (service) => `${service} wird gefragt, wem das Token gehört …`,
    belongsTo: (n) => plural(n, 'Dieses Token gehört zu', 'Dieses Token öffnet'),
    business: 'Unternehmenskonto',
    creator: 'Creator-Konto',
    withPage: (page) => `mit der Seite ${page}`,
    alreadyConnected: 'schon verbunden',
    until: (date) => `Es gilt bis ${date}.`,
    untilRenewed: (date) => `Es gilt bis ${date}, und Nightpost verlängert es vorher.`,
    endless: 'Es ist nicht bekannt, wann es endet.',
    short:
      'Das ist bald: Mit ID und Geheimcode deiner App in den App-Zugangsdaten unten gibt Facebook stattdessen 60 Tage.',
    leavesFacebook: (names) =>
      `Bisher ist ${names} über Facebook verbunden. Mit diesem Token enden Kopien auf der Facebook-Seite und das Löschen auf Instagram.`,
    missingScopes: (scopes, what) => `Es fehlt ${scopes}. Damit geht nicht: ${what}.`,
    allScopes: 'Es fehlt nichts: Das Token darf alles, was Nightpost kann.',
    neededScopes: (what, scopes) =>
      `Das Token darf, was jedes Konto braucht. Nur für ${what} fehlt ${scopes}.`,
    optional: { comments: 'erste Kommentare', insights: 'Zahlen' },
    connect: 'Verbinden',
    connectOne: (username) => `@${username} verbinden`,
    reconnectOne: (username) => `@${username} neu verbinden`,
    connectSome: (n) => `${n} Konten verbinden`,
    steps: {
      platform: [
        'Öffne im App-Dashboard deine App und dort „API setup with Instagram login“.',
        'Füge dein Konto als „Instagram Tester“ hinzu und nimm die Einladung in Instagram unter „Apps und Websites“ an.',
        'Nur für Zahlen, erste Kommentare und Beiträge ohne Kommentare: Füge den Berechtigungen der App instagram_business_manage_insights und instagram_business_manage_comments hinzu.',
        'Wähle zurück im Dashboard „Generate token“ neben dem Konto und erlaube alles, worum es bittet.',
        'Kopiere das Token und füge es hier ein. Es gilt 60 Tage, und Nightpost verlängert es.',
      ],
      partner: [
        'Öffne den Graph API Explorer und wähle deine App.',
        'Wähle „User token“ und füge die Berechtigungen instagram_basic, instagram_content_publish, instagram_manage_contents, instagram_manage_messages, pages_show_list, pages_read_engagement, pages_manage_posts, pages_manage_metadata und business_management hinzu.',
        'Nur für Zahlen, erste Kommentare und Beiträge ohne Kommentare: Füge auch instagram_manage_insights und instagram_manage_comments hinzu.',
        'Wähle „Generate access token“ und hake deine Seite und deren Instagram-Konto an.',
        'Kopiere das Token und füge es hier ein. Mit ID und Geheimcode deiner App in den App-Zugangsdaten unten gilt es 60 Tage, sonst ein bis zwei Stunden.',
      ],
    },
    places: { platform: 'App-Dashboard öffnen', partner: 'Graph API Explorer öffnen' },
  },
  login: {
    title: 'Anmelden',
    text: 'Mit einer eigenen App, deren ID und Geheimcode in den App-Zugangsdaten unten stehen.',
    platform: 'Mit Instagram verbinden',
    partner: 'Mit Facebook verbinden',
    also: { comments: 'Erste Kommentare', insights: 'Zahlen' },
    alsoHints: {
      comments:
        'Setze das Häkchen, wenn Nightpost den ersten Kommentar unter deine Beiträge schreiben oder Kommentare ausschalten soll. Dann bittet es um eine Berechtigung mehr.',
      insights:
        'Setze das Häkchen, wenn Nightpost die Zahlen deiner Beiträge und Storys behalten soll. Dann bittet es um eine Berechtigung mehr.',
    },
    noId: 'Es ist keine App-ID eingetragen.',
    noSecret: 'In den App-Zugangsdaten fehlt der Geheimcode.',
  },
  setup: {
    title: 'App-Zugangsdaten',
    text: 'Nur für die Anmeldung mit den Knöpfen oben und für langlebige Facebook-Tokens. Geheimcodes liegen verschlüsselt und werden nie wieder gezeigt.',
    services: { platform: 'Instagram', partner: 'Facebook' },
    ids: { platform: 'Instagram-App-ID', partner: 'Meta-App-ID' },
    secrets: { platform: 'Instagram-App-Geheimcode', partner: 'Meta-App-Geheimcode' },
    redirect: 'Rücksprungadresse (Redirect URI) für das Dashboard',
    redirectHints: {
      platform:
        'Das Dashboard von Instagram weist http://localhost zurück. Solange es keine Adresse von dir annimmt, füge ein Token ein.',
      partner:
        'Facebook nimmt localhost an, solange die App im Entwicklungsmodus ist: Ist sie live, stelle sie zum Anmelden auf „Development“ zurück und danach wieder auf „Live“. Trage die Adresse genau so ein, wie sie hier steht.',
    },
    redirectExactly: 'Trage sie genau so ein, wie sie hier steht.',
    copy: 'Adresse kopieren',
    byVariable: (name) => `Festgelegt durch die Variable ${name}.`,
    saved: 'Gespeichert',
    save: 'Speichern',
    isSaved: (service) => `Die App-Zugangsdaten für ${service} sind gespeichert.`,
    checking: (service) => `${service} wird nach der App gefragt …`,
    checkAgain: 'Noch einmal prüfen',
    locked:
      'Die App-Zugangsdaten sind gesperrt. Variablen wie PLATFORM_APP_ID gelten beim nächsten Start trotzdem.',
    lock: 'App-Zugangsdaten sperren …',
    lockTitle: 'Die App-Zugangsdaten sperren?',
    lockText:
      'IDs und Geheimcodes lassen sich danach nur noch durch Variablen ändern, nicht auf dieser Seite. Das lässt sich nicht rückgängig machen.',
    lockKeep: 'Offen lassen',
    lockAct: 'Sperren',
    isLocked: 'Die App-Zugangsdaten sind gesperrt.',
  },
}

export const loginRefusalsDe: LazyStrings['loginRefusals'] = {
  NOT_A_TOKEN: 'Das ist kein Zugangstoken. Kopiere das ganze Token und nichts anderes.',
  LOGIN_UNKNOWN:
    'Nightpost kennt diese Anmeldung nicht mehr. Verbinde das Konto noch einmal von dieser Seite aus.',
  NOT_ALLOWED: 'Du hast die Verbindung nicht erlaubt; es wurde nichts verbunden.',
  NO_CODE:
    'Die Anmeldung endete ohne den Code, den Nightpost braucht. Verbinde noch einmal; hilft das nicht, prüfe deine App im App-Dashboard.',
  NO_APP:
    'App-ID und App-Geheimcode für diese Anmeldung fehlen. Trage sie in den App-Zugangsdaten ein, oder füge stattdessen ein Token ein.',
  REDIRECT_UNKNOWN:
    '{service} kennt die Rücksprungadresse dieser Anmeldung nicht. Kopiere sie aus den App-Zugangsdaten unverändert ins App-Dashboard.',
  LOGIN_OVER:
    'Diese Anmeldung hat zu lange gedauert oder war schon abgeschlossen. Verbinde noch einmal mit {service}.',
  INSTAGRAM_APP_REFUSED:
    'Instagram nimmt App-ID und App-Geheimcode nicht an. Prüfe in den App-Zugangsdaten, dass es die Instagram-App-ID und der Instagram-App-Geheimcode sind, beide von derselben App.',
  FACEBOOK_APP_REFUSED:
    'Facebook nimmt App-ID und App-Geheimcode nicht an. Prüfe in den App-Zugangsdaten, dass es die Meta-App-ID und der Meta-App-Geheimcode sind, beide von derselben App.',
  SECRET_DIFFERS:
    '{service} kennt diese App-ID, aber der Geheimcode passt nicht dazu. Lass ihn dir im App-Dashboard anzeigen und kopiere ihn ganz.',
  INSTAGRAM_APP_UNKNOWN:
    'Instagram hat keine App mit dieser ID. Prüfe, dass es die Instagram-App-ID und der Instagram-App-Geheimcode sind, beide von derselben App.',
  FACEBOOK_APP_UNKNOWN:
    'Facebook hat keine App mit dieser ID. Prüfe, dass es die Meta-App-ID und der Meta-App-Geheimcode sind, beide von derselben App.',
  APP_NOT_CHECKED: '{service} konnte die App nicht prüfen: {said}',
  APP_NOT_CHECKED_SILENTLY:
    '{service} konnte die App nicht prüfen und hat keinen Grund genannt. Versuche es in einer Minute noch einmal.',
  SAME_APP_ID:
    'Beide Anmeldungen haben dieselbe App-ID. Die Instagram-App-ID ist nicht die Meta-App-ID: Du findest sie im App-Dashboard unter „API setup with Instagram login“.',
  APP_NOT_CHECKABLE:
    'App-ID und App-Geheimcode sehen richtig aus. Ob sie zusammengehören, zeigt erst eine Anmeldung.',
  APP_ACCEPTED: 'Facebook nimmt App-ID und App-Geheimcode an.',
  LOGIN_REFUSED: '{service} hat die Anmeldung abgelehnt: {said}',
  LOGIN_REFUSED_SILENTLY:
    '{service} hat die Anmeldung abgelehnt und keinen Grund genannt. Verbinde noch einmal; hilft das nicht, prüfe deine App im App-Dashboard.',
  FAILURE: '{failure}',
  TOKEN_EXPIRED: 'Dieses Token ist abgelaufen. Hole bei {service} ein neues.',
  TOKEN_REFUSED:
    '{service} nimmt dieses Token nicht an. Kopiere es ganz, aus dem Dashboard der richtigen App.',
  PERMISSION_MISSING: 'Verbinde noch einmal und erteile alle Berechtigungen. Es fehlt eine: {said}',
  NOT_GRANTED:
    '{service} hat {permissions} nicht erteilt. Verbinde noch einmal und erteile alle Berechtigungen.',
  REFUSED: '{service} hat abgelehnt: {said}',
  NO_CONNECTION: '{service} ist nicht zu erreichen. Versuche es in einer Minute noch einmal.',
  NO_ANSWER:
    '{service} hat keine brauchbare Antwort gegeben ({reason}). Versuche es in einer Minute noch einmal.',
  INVITATION_OPEN:
    'Das Konto hat die Einladung als Tester noch nicht angenommen. In Instagram: Einstellungen → Website-Berechtigungen → Apps und Websites → Tester-Einladungen, nimm sie dort an und versuche es dann noch einmal.',
  APP_BLOCKED:
    '{service} hat die App selbst gesperrt; ein neues Token hilft deshalb nicht. Was zu tun ist, zeigt das App-Dashboard.',
  LIMIT_REACHED: '{service} nimmt vorerst keine Anfragen mehr an. Versuche es in einer Stunde noch einmal.',
  INTERNAL_ERROR:
    'Bei {service} ist ein interner Fehler aufgetreten. Versuche es in einer Minute noch einmal.',
  PERSONAL_ACCOUNT:
    '{username} ist ein privates Konto, und dort lässt Instagram Apps nicht veröffentlichen. Stelle es in der Instagram-App auf ein professionelles Konto um und verbinde es dann noch einmal.',
  PAGE_TOKEN:
    'Das ist das Token einer Seite. Füge ein User-Token ein: Damit findet sich die Seite und alles, was zu ihr gehört.',
  NOT_A_USER_TOKEN:
    'Das ist kein User-Token. Füge das Token der Person ein, die die Seite verwaltet, nicht das der Seite oder der App.',
  NO_PAGE:
    'Facebook hat keine Seite genannt. Instagram-Konten werden über die Seite gefunden, mit der sie verknüpft sind: Lege eine an oder verknüpfe eine, und setze im Dialog von Facebook das Häkchen bei ihr.',
  NOTHING_LINKED:
    'Mit {pages} ist kein Instagram-Konto verknüpft. Verknüpfe in den Einstellungen der Seite unter „Verknüpfte Konten“ ein professionelles Konto, und verbinde dann noch einmal.',
}
