import type { Strings } from '../strings.ts'

export const signInDe: Strings['signIn'] = {
  tab: 'Anmelden',
  title: 'Öffne deinen Anmelde-Link',
  noPassword: 'Nightpost hat kein Passwort. Das Terminal, in dem es läuft, zeigt einen Link, der so beginnt:',
  signsIn: 'Er meldet diesen Browser an.',
  linkGone: 'Ist der Link weg oder verbraucht? Führe',
  again:
    'dort noch einmal aus, wo du es gestartet hast: Das zeigt einen frischen und lässt das laufende Nightpost, wie es ist.',
  linkSpent: 'Dieser Link wurde schon benutzt oder ist älter als zehn Minuten. Jeder Link meldet einmal an.',
}
