// Charts without a library: tables whose cells have a colour, which are read aloud as they are, and a curve with its table.
import { Text, VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { HOUR } from '../../../../core/time.ts'
import { SMALL } from '../kit/looks.ts'
import { useFormats, useLazyStrings } from '../strings/language.tsx'
import classes from './insights.module.css'

export interface HeatCell {
  /** What colours it. Absent or null: nothing is known. */
  readonly value?: number | null
  readonly text: string
  /** In small letters below it. */
  readonly note?: string
  /** Said instead of both. */
  readonly label?: string
  /** Sums up its row, and has no colour. */
  readonly isEnd?: boolean
}

interface HeatTableProps {
  readonly label: string
  /** Of the rows' names. */
  readonly corner: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: string; readonly cells: readonly HeatCell[] }[]
}

export function HeatTable({ label, corner, columns, rows }: HeatTableProps) {
  const highest = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)))
  return (
    <table className={classes.heat} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden component="span">{corner}</VisuallyHidden>
          </th>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {row.cells.map((cell, index) => (
              <Cell key={columns[index]} cell={cell} highest={highest} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ cell, highest }: { readonly cell: HeatCell; readonly highest: number }) {
  const { value, text, note, label, isEnd } = cell
  const shown = (
    <>
      {text}
      {note !== undefined && <small>{note}</small>}
    </>
  )
  const style = { '--share': highest === 0 ? 0 : (value ?? 0) / highest } as CSSProperties
  return (
    <td title={label} style={style} className={isEnd ? classes.end : undefined}>
      {label === undefined ? shown : <span aria-hidden="true">{shown}</span>}
      {label !== undefined && <VisuallyHidden component="span">{label}</VisuallyHidden>}
    </td>
  )
}

interface CurveProps {
  readonly label: string
  readonly points: readonly { readonly hours: number; readonly value: number }[]
}

const AGES = [1, 6, 24, 24 * 7, 24 * 30, 24 * 365]
const HEIGHT = 100
/** The first hours tell as much as the months after them. */
const placeOf = (hours: number, last: number) => (100 * Math.log1p(hours)) / Math.log1p(last)

/** A value by the age of a post; below it the same as a table. */
export function Curve({ label, points }: CurveProps) {
  const { insights } = useLazyStrings()
  const { number, length } = useFormats()
  const last = Math.max(...points.map(({ hours }) => hours), 2)
  const top = Math.max(...points.map(({ value }) => value), 1)
  const drawn = points.map(
    ({ hours, value }) => [placeOf(hours, last), HEIGHT - (HEIGHT * value) / top] as const,
  )
  const line = drawn.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  const dots = drawn.map(([x, y]) => `M${x} ${y}h0`).join('')
  const ageOf = (hours: number) => length(Math.max(1, Math.round(hours)) * HOUR)
  const ticks = AGES.filter((age) => age <= last && placeOf(age, last) < 85)
  return (
    <figure className={classes.curve} aria-label={label}>
      <Text {...SMALL} aria-hidden="true">
        {number(top)}
      </Text>
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={line} />
        <path d={dots} className={classes.dots} />
      </svg>
      <div className={classes.ages} aria-hidden="true">
        {[...ticks, last].map((age) => (
          <span key={age} style={{ left: `${placeOf(age, last)}%` }}>
            {ageOf(age)}
          </span>
        ))}
      </div>
      <details>
        <summary>{insights.asTable}</summary>
        <HeatTable
          label={label}
          corner={insights.age}
          columns={[insights.value]}
          rows={points.map(({ hours, value }) => ({ name: ageOf(hours), cells: [{ text: number(value) }] }))}
        />
      </details>
    </figure>
  )
}
