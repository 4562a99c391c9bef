import type { LazyStrings } from '../../strings.ts'

export const settingsDetailsDe: LazyStrings['settings'] = {
  keys: {
    name: 'Name des Schlüssels',
    nameHint: 'Damit du später weißt, welches Skript ihn benutzt.',
    namePlaceholder: 'Backup-Skript',
    rights: 'Rechte',
    rightsNamed: {
      draft: 'lesen und Entwürfe schreiben',
      approval: 'Entwürfe schreiben und senden, was du freigibst',
      read: 'nur lesen',
      full: 'alles',
    },
    rightsMean: {
      draft:
        'Er liest, lädt Dateien hoch und schreibt Entwürfe; senden musst du sie selbst. Ein Skript, das veröffentlicht, plant, den Plan ändert oder löscht, bekommt 403 zur Antwort: Wähle für Skripte „alles“.',
      approval:
        'Er schreibt Entwürfe und bittet dich im Eingang, sie zu senden. Ein Skript, das veröffentlicht oder plant, bekommt 403 zur Antwort, bis es mit POST /approvals fragt: Wähle für Skripte „alles“.',
      read: 'Er liest Beiträge, Medien und Pläne. Alles, was etwas ändert, wird mit 403 beantwortet.',
      full: 'Er veröffentlicht, plant und löscht, ohne dich zu fragen: für deine eigenen Skripte.',
    },
    create: 'Schlüssel anlegen',
    nameMissing: 'Gib dem Schlüssel einen Namen.',
    nameTooLong: (most) => `Höchstens ${most} Zeichen.`,
    yours: 'Deine Schlüssel',
    noneTitle: 'Noch keine Schlüssel',
    noneText: 'Benenne oben einen und lege ihn an; dann kann ein Skript oder ein Agent für dich arbeiten.',
    created: 'Angelegt',
    neverUsed: 'Nie benutzt',
    lastUsed: 'Zuletzt benutzt',
    revoked: 'Widerrufen',
    revoke: 'Widerrufen',
    revokeNamed: (name) => `${name} widerrufen`,
    newKey: (name) => `Der Schlüssel „${name}“`,
    copyNow:
      'Kopiere ihn jetzt und bewahre ihn sicher auf: Er wird nur dieses eine Mal gezeigt. Wer ihn hat, hat seine Rechte.',
    copyKey: 'Schlüssel kopieren',
    tryIt: 'In einem Terminal ausprobieren',
    copied: 'Ich habe ihn kopiert',
    revokeTitle: (name) => `„${name}“ widerrufen?`,
    revokeText:
      'Was diesen Schlüssel benutzt, wird ab der nächsten Anfrage abgewiesen. Das lässt sich nicht rückgängig machen.',
    revokeAct: 'Schlüssel widerrufen',
    revokeDone: (name) => `Der Schlüssel „${name}“ ist widerrufen.`,
    calls: {
      show: 'Aufrufe',
      title: (name) => `Aufrufe mit „${name}“`,
      lead: 'Die letzten 1.000 aus 30 Tagen. Was mit einem Aufruf gesendet wurde, wird nicht aufbewahrt.',
      none: 'Keine Aufrufe in den letzten 30 Tagen.',
      older: 'Ältere Aufrufe zeigen',
      noRoute: 'eine unbekannte Adresse',
      tool: 'Werkzeug',
      outcomes: {
        done: (status) => `Erledigt (${status})`,
        refused: (status) => `Abgelehnt (${status})`,
        failed: (status) => `Fehlgeschlagen (${status})`,
      },
    },
  },
  backup: {
    passphrase: 'Passphrase',
    passphraseHint: (least) =>
      `Mindestens ${least} Zeichen, etwa fünf zufällige Wörter. Schreib sie auf: Ohne sie öffnet niemand das Backup, auch du nicht.`,
    again: 'Passphrase noch einmal',
    tooShort: (least) => `Gib mindestens ${least} Zeichen ein.`,
    different: 'Das sind zwei verschiedene Passphrasen.',
    withMedia: 'Mit Bildern und Videos',
    make: 'Backup erstellen',
    making: 'Das Backup wird erstellt und einmal geöffnet …',
    made: (name) =>
      `${name} liegt in deinen Downloads. Es wurde wieder geöffnet und lässt sich zurückspielen.`,
    inside:
      'Darin sind deine Beiträge und Pläne, API-Schlüssel und die Zugangstokens mit dem Schlüssel, der sie öffnet. nightpost restore DATEI macht daraus einen neuen Datenordner; ist ein Ordner für Backups eingestellt, erstellt Nightpost jeden Tag eines.',
    upgrade:
      'Bevor eine neue Version die Datenbank ändert, legt Nightpost automatisch eine Kopie davon in den Datenordner (nightpost.db.before-upgrade-…).',
    restore:
      'Eine zurückgespielte Kopie veröffentlicht nichts automatisch: Deine Warteschlange ruht, bis du oben auf dieser Seite bestätigst, dass es weitergehen darf. Denn was darin wartet, ist vielleicht schon online. Was dann auf deinem Profil gefunden wird, wird nicht noch einmal veröffentlicht.',
  },
  phone: {
    none: 'Nightpost antwortet nur auf diesem Computer. Damit ein Handy es erreicht, lass Tailscale Serve oder Caddy eine https-Adresse hierher weiterleiten und starte Nightpost mit dieser Adresse als NIGHTPOST_ORIGIN. Die Schritte stehen in der Anleitung.',
    hint: 'Scanne den Code mit der Kamera des Handys. Er meldet einen Browser an, einmal, innerhalb von zehn Minuten. Wer ihn scannt, kann in deinem Namen veröffentlichen.',
    show: 'Code zeigen',
    another: 'Neuen Code zeigen',
    code: 'QR-Code des Links, der ein Handy anmeldet',
    copy: 'Link kopieren',
  },
  computer: {
    version: 'Nightpost',
    dataDir: 'Datenordner',
    logDir: 'Protokoll',
    logHint: 'Tokens und Schlüssel sind darin unkenntlich gemacht.',
    copyDataDir: 'Ordnerpfad kopieren',
    copyLogDir: 'Protokollpfad kopieren',
    platform: 'Schnittstelle von Instagram',
    platformUsed: (version) => `${version} in Gebrauch`,
    platformLatest: (version) => `${version} ist die neueste`,
    platformUnknown: 'die neueste war nicht herauszufinden',
    platformStale: (days) => `die neueste war seit ${days} Tagen nicht herauszufinden`,
    platformOld:
      'Es gibt eine neuere. Die jetzige funktioniert danach noch mindestens zwei Jahre; aktualisiere Nightpost rechtzeitig.',
    platformFine: 'Das ist die neueste.',
    upload: 'Größte Datei',
    uploadHint: 'Festgelegt durch MAX_FILE_SIZE_MB; dort sind 1 MB 1.048.576 Bytes.',
    ffmpeg: 'Videos umwandeln',
    ffmpegFound: 'ffmpeg ist da: Videos anderer Formate können umgewandelt werden.',
    ffmpegMissing:
      'ffmpeg wurde nicht gefunden. MP4 und MOV gehen ohne; um andere Formate umzuwandeln, installiere es und starte Nightpost neu.',
    ffmpegGet: 'ffmpeg holen',
    practice: 'Sandbox-Konto',
    practiceOn: 'An. Mit --no-sandbox startest du ohne es.',
    practiceOff: 'Aus. Starte ohne --no-sandbox und NIGHTPOST_SANDBOX=off, um es zu haben.',
  },
}
