import type { LazyStrings } from '../../strings.ts'

export const deletionDe: LazyStrings['deletion'] = {
  LOGIN_CANNOT: 'Über diese Anmeldung lässt Instagram keine Beiträge löschen.',
  NOT_GRANTED: 'Die Berechtigung {permission} wurde nicht erteilt.',
  FAILURE: '{failure}',
  REFUSED: 'Instagram sagt: {said}.',
  NO_ANSWER: 'Instagram hat nicht wie erwartet geantwortet ({reason}).',
  STILL_THERE: 'Der Beitrag ist noch da.',
  NOT_KNOWN: 'Es ist nicht bekannt, ob der Beitrag noch da ist. Sieh im Profil nach.',
  GONE_BEFORE:
    'Instagram kennt diesen Beitrag nicht mehr: Er wurde schon früher gelöscht oder gehört zu einem anderen Konto.',
  DELETE_IN_APP: 'Lösche ihn in der Instagram-App.',
  OR_GRANT: 'Oder verbinde das Konto neu und erteile sie.',
}
