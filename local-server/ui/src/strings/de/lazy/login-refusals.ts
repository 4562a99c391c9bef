import type { LazyStrings } from '../../strings.ts'

export const loginRefusalsDe: LazyStrings['loginRefusals'] = {
  NOT_A_TOKEN: 'Das ist kein Zugangstoken. Kopiere das ganze Token und nichts anderes.',
  LOGIN_UNKNOWN: 'Diese Anmeldung ist nicht mehr bekannt. Verbinde noch einmal von dieser Seite aus.',
  NOT_ALLOWED: 'Du hast die Verbindung nicht erlaubt; es wurde nichts verbunden.',
  NO_CODE:
    'Die Anmeldeseite kam ohne Code zurück. Verbinde noch einmal; bleibt es dabei, sieh im App-Dashboard nach.',
  NO_APP:
    'App-ID und App-Geheimcode dieser Anmeldung fehlen. Trage sie in der Einrichtung ein, oder füge stattdessen ein Token ein.',
  REDIRECT_UNKNOWN:
    '{service} kennt diese Rücksprungadresse nicht. Trage die aus der Einrichtung im App-Dashboard ein, genau wie sie dort steht.',
  LOGIN_OVER:
    'Diese Anmeldung hat zu lange gedauert oder war schon abgeschlossen. Verbinde noch einmal mit {service}.',
  INSTAGRAM_APP_REFUSED:
    'Instagram nimmt App-ID und App-Geheimcode nicht an. Prüfe in der Einrichtung, dass es die Instagram-App-ID und der Instagram-App-Geheimcode sind, beide von derselben App.',
  FACEBOOK_APP_REFUSED:
    'Facebook nimmt App-ID und App-Geheimcode nicht an. Prüfe in der Einrichtung, dass es die Meta-App-ID und ihr App-Geheimcode sind, beide von derselben App.',
  SECRET_DIFFERS:
    '{service} kennt diese App-ID, aber der Geheimcode passt nicht dazu. Zeige ihn im Dashboard an und kopiere ihn ganz.',
  INSTAGRAM_APP_UNKNOWN:
    'Instagram hat keine App mit dieser ID. Prüfe, dass es die Instagram-App-ID und der Instagram-App-Geheimcode sind, beide von derselben App.',
  FACEBOOK_APP_UNKNOWN:
    'Facebook hat keine App mit dieser ID. Prüfe, dass es die Meta-App-ID und ihr App-Geheimcode sind, beide von derselben App.',
  APP_NOT_CHECKED: '{service} konnte die App nicht prüfen: {said}',
  APP_NOT_CHECKED_SILENTLY: '{service} konnte die App nicht prüfen und hat keinen Grund genannt.',
  SAME_APP_ID:
    'Beide Anmeldungen haben dieselbe App-ID. Die App-ID von Instagram ist nicht die Meta-App-ID: Du findest sie unter „API-Einrichtung mit Instagram-Login“.',
  APP_NOT_CHECKABLE:
    'App-ID und App-Geheimcode sehen richtig aus. Ob sie zusammengehören, zeigt erst eine Anmeldung.',
  APP_ACCEPTED: 'Facebook nimmt App-ID und App-Geheimcode an.',
  LOGIN_REFUSED: '{service} hat die Anmeldung abgelehnt: {said}',
  LOGIN_REFUSED_SILENTLY: '{service} hat die Anmeldung abgelehnt und keinen Grund genannt.',
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
  LIMIT_REACHED: 'Mehr Aufrufe lässt {service} im Moment nicht zu. Versuche es in einer Stunde noch einmal.',
  INTERNAL_ERROR:
    'Bei {service} ist ein interner Fehler aufgetreten. Versuche es in einer Minute noch einmal.',
  PERSONAL_ACCOUNT:
    '{username} ist ein privates Konto, und dort lässt Instagram Apps nicht veröffentlichen. Stelle es in der Instagram-App auf ein professionelles Konto um und verbinde es dann noch einmal.',
  PAGE_TOKEN:
    'Das ist das Token einer Seite. Füge ein User-Token ein: Damit findet sich die Seite und alles, was zu ihr gehört.',
  NOT_A_USER_TOKEN:
    'Das ist kein User-Token. Füge das Token der Person ein, die die Seite verwaltet, nicht das der Seite oder der App.',
  NO_PAGE:
    'Facebook hat keine Seite genannt. Instagram-Konten werden über die Seite gefunden, mit der sie verknüpft sind: Lege eine an oder verknüpfe eine, und kreuze sie bei der Freigabe an.',
  NOTHING_LINKED:
    'Mit {pages} ist kein Instagram-Konto verknüpft. Verknüpfe in den Einstellungen der Seite unter „Verknüpfte Konten“ ein professionelles Konto, und verbinde dann noch einmal.',
}
