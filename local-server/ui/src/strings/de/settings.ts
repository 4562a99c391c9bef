import type { Strings } from '../strings.ts'

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
    title: 'Sichern',
    lead: 'Alles in einer verschlüsselten Datei, während Nightpost läuft.',
  },
}
