// All rows as a table or as lines of JSON, in pages: years of numbers do not fit into memory at once.
import type { ExportedRow, InsightStore } from '../../ports/insights/insight-store.ts'
import { EXPORTED_COLUMNS } from '../../rules/insights/insight-words.ts'
import { toTextCell } from '../../rules/tables/formula-cells.ts'
import { toIso, toIsoOrNull } from '../../time.ts'

export type ExportFormat = 'csv' | 'jsonl'

const PAGE = 1_000

type Line = Readonly<Record<(typeof EXPORTED_COLUMNS)[number], string | number | null>>

export function exportRows(
  { exported }: InsightStore,
  { accountId, format }: { readonly accountId?: string | undefined; readonly format: ExportFormat },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const isTable = format === 'csv'
  const textOf = (line: Line) =>
    isTable ? `${csvOf(line)}\r\n` : `${JSON.stringify(line, [...EXPORTED_COLUMNS])}\n`
  let after: ExportedRow | undefined
  return new ReadableStream({
    start(controller) {
      if (isTable) controller.enqueue(encoder.encode(`${EXPORTED_COLUMNS.join(',')}\r\n`))
    },
    async pull(controller) {
      const rows = await exported({ accountId, after, limit: PAGE })
      after = rows.at(-1)
      const text = rows.map((row) => textOf(lineOf(row))).join('')
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (rows.length < PAGE) controller.close()
    },
  })
}

function lineOf({ igMediaId, publishedAt, at, ...row }: ExportedRow): Line {
  const media = igMediaId === '' ? null : igMediaId
  return { ...row, igMediaId: media, publishedAt: toIsoOrNull(publishedAt), at: toIso(at) }
}

function csvOf(line: Line): string {
  return EXPORTED_COLUMNS.map((column) => {
    const cell = line[column] ?? ''
    const text = typeof cell === 'string' ? toTextCell(cell) : String(cell)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }).join(',')
}
