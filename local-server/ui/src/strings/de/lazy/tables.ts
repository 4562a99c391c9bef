import type { TableProblem } from '../../../../../../core/rules/tables/table-problems.ts'
import { toIso } from '../../../../../../core/time.ts'
import { zoneExample } from '../../../../../../core/zone-demand.ts'
import { plural } from '../../plural.ts'
import type { LazyStrings } from '../../strings.ts'

export const tablesDe: LazyStrings['tables'] = {
  problem: (problem) => fileSentence(problem) ?? rowSentence(problem) ?? timeSentence(problem) ?? '',
  noAccount: (name) => `Ein Konto ${name} gibt es hier nicht. Wähle ein anderes, oder verbinde es.`,
  noFile: (name) =>
    name === ''
      ? 'Die Tabelle nennt keine Datei dazu. Wähle eine.'
      : `${name} kam nicht mit der Tabelle und ist nicht in der Mediathek. Wähle die Datei.`,
  changes: 'Sie wurde schon importiert und hat sich seitdem geändert: Ihr Beitrag wird geändert.',
  isDraft:
    'Sie wurde schon importiert, und ihr Beitrag ist inzwischen ein Entwurf: Ändere ihn unter „Plan“, und lass sie hier weg.',
  row: (number) => `Zeile ${number}`,
  known: (count, late) =>
    [
      `${count} ${plural(count, 'Zeile wurde', 'Zeilen wurden')} schon importiert und ${plural(count, 'wird', 'werden')} weggelassen.`,
      late > 0 &&
        `${count === 1 ? 'Sie' : `${late} davon`} ${plural(late, 'hat sich geändert, aber ihr Beitrag ist', 'haben sich geändert, aber ihre Beiträge sind')} schon veröffentlicht.`,
    ]
      .filter(Boolean)
      .join(' '),
  elsewhere: (count) =>
    `${count} ${plural(count, 'Zeile ist', 'Zeilen sind')} für andere Netzwerke und ${plural(count, 'wird', 'werden')} weggelassen.`,
  changed: (count) => `${count} ${plural(count, 'Beitrag', 'Beiträge')} geändert.`,
  undone: (taken, back, late) =>
    [
      taken > 0 && `${taken} ${plural(taken, 'Beitrag', 'Beiträge')} zurückgenommen.`,
      `${back} ${plural(back, 'Beitrag ist', 'Beiträge sind')} wieder wie zuvor.`,
      late > 0 &&
        `${late} ${plural(late, 'ließ', 'ließen')} sich nicht zurücknehmen: Sieh ${plural(late, 'ihn', 'sie')} dir unter „Plan“ an.`,
    ]
      .filter(Boolean)
      .join(' '),
}

function fileSentence(problem: TableProblem): string | null {
  switch (problem.code) {
    case 'SPREADSHEET':
      return 'Das ist eine Arbeitsmappe, die nur ihr eigenes Programm zuverlässig liest. Speichere ihr Blatt als „CSV UTF-8“ (in Numbers und Google Tabellen: als CSV exportieren oder herunterladen), und nimm diese Datei.'
    case 'NOT_A_TABLE':
      return 'Das ist keine Tabelle. Nimm eine Datei, die auf .csv, .tsv oder .jsonl endet.'
    case 'NO_ROWS':
      return 'Sie hat keine Zeilen. Fülle für jeden Beitrag eine aus, unter den Namen der Spalten.'
    case 'NO_COLUMNS':
      return 'Ihre erste Zeile nennt keine Spalte, die hier bekannt ist. Nenne die Spalten file, caption und at.'
    case 'QUOTE_OPEN':
      return `In Zeile ${problem.row} beginnt eine Zelle mit einem Anführungszeichen, das nichts schließt. Setze eines an ihr Ende.`
    case 'QUOTE_INSIDE':
      return `In Zeile ${problem.row} steht ein Anführungszeichen in einer Zelle. Setze die ganze Zelle in Anführungszeichen, und schreibe jedes darin doppelt.`
    case 'NOT_JSON':
      return `Zeile ${problem.row} ist kein JSON-Objekt. Berichtige sie, und versuche es noch einmal.`
    case 'COLUMN_TWICE':
      return `Es gibt zwei Spalten ${problem.column}. Lass eine davon weg.`
    default:
      return null
  }
}

function rowSentence(problem: TableProblem): string | null {
  switch (problem.code) {
    case 'TOO_MANY_CELLS':
      return `Sie hat ${problem.cells} Zellen, die erste Zeile ${problem.columns}. Setze eine Bildunterschrift mit Kommas in Anführungszeichen.`
    case 'TOO_FEW_CELLS':
      return `Sie hat ${problem.cells} ${plural(problem.cells, 'Zelle', 'Zellen')}, die erste Zeile ${problem.columns}. Jede Zeile braucht so viele; setze eine Bildunterschrift aus mehreren Zeilen in Anführungszeichen.`
    case 'UNKNOWN_COLUMN':
      return `Ein Feld ${problem.column} gibt es nicht.`
    case 'NOT_TEXT':
      return `${problem.column} enthält keinen Text. Schreibe ihn in Anführungszeichen.`
    case 'DRAFT_ROW':
      return 'Dort ist sie ein Entwurf: Leere ihre Zelle in der Spalte Draft, um sie zu planen.'
    case 'LINK':
      return `${problem.link} ist weder Bild noch Video, und ein Beitrag auf Instagram hat keinen Link. Nenne stattdessen eine Datei.`
    case 'ID_TWICE':
      return `Zeile ${problem.row} hat auch die id ${problem.id}. Gib jeder Zeile eine eigene.`
    default:
      return null
  }
}

function timeSentence(problem: TableProblem): string | null {
  switch (problem.code) {
    case 'NO_TIME':
      return 'In der Tabelle hat sie keine Zeit. Wähle eine.'
    case 'NO_SUCH_TIME':
      return `„${problem.text}“ ist keine Zeit. Wähle eine, oder schreibe sie wie 24.11.2031 18:30.`
    case 'RELATIVE_TIME':
      return `„${problem.text}“ meint bei jedem Import einen anderen Tag. Wähle eine Zeit, oder schreibe sie wie 24.11.2031 18:30.`
    case 'DATE_ORDER':
      return `Welche Zahl von „${problem.text}“ ist der Tag? Wähle unten.`
    case 'TIME_TWICE':
      return `Die Uhren werden dann zurückgestellt: ${problem.text} kommt in ${problem.zone} zweimal. Schreibe, welche gemeint ist: ${toIso(problem.earlier)} oder ${toIso(problem.later)}.`
    case 'TIME_SKIPPED':
      return `Die Uhren werden dann vorgestellt: ${problem.text} gibt es in ${problem.zone} nicht. Wähle eine andere Zeit.`
    case 'NO_SUCH_ZONE':
      return `„${problem.zone}“ ist keine Zeitzone. Schreibe sie wie ${zoneExample(problem.zone)}.`
    default:
      return null
  }
}
