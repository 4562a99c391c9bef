import type { Strings } from '../strings.ts'

export const settingsDe: Strings['settings'] = {
  lead: 'Schlüssel für Skripte, das Aussehen dieser Seite und was auf diesem Computer wo liegt.',
  keys: {
    title: 'API-Schlüssel',
    lead: 'Mit einem Schlüssel arbeitet ein Skript oder ein Agent auf diesem Computer mit Nightpost, soweit du es erlaubst.',
  },
  docs: {
    title: 'API',
    lead: 'Alles rund um Beiträge, Medien und Pläne kann auch ein Skript tun, allerdings nur auf diesem Computer.',
    link: 'API-Dokumentation öffnen',
    example: 'Die neuesten Beiträge, mit einem Schlüssel von dir anstelle der Punkte:',
    copy: 'Befehl kopieren',
  },
  look: {
    title: 'Sprache und Design',
    lead: 'Für diesen Browser.',
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
    lead: 'Was hier läuft und wo es aufbewahrt, was dir gehört.',
  },
  backup: {
    title: 'Sichern',
    lead: 'Alles in einer verschlüsselten Datei, während Nightpost läuft.',
  },
}
