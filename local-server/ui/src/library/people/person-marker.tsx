import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { useStrings } from '../../strings/language.tsx'
import { positionOf, nextPosition, type PersonOnPicture, type Position } from './picture-position.ts'
import classes from './person-marker.module.css'

interface PersonMarkerProps {
  readonly person: PersonOnPicture
  /** Picture under the marker. */
  readonly stage: RefObject<HTMLElement | null>
  readonly onMove: (to: Position) => void
  readonly onRemove: () => void
}

export function PersonMarker({ person, stage, onMove, onRemove }: PersonMarkerProps) {
  const { library } = useStrings()
  const isHeld = useRef(false)
  const hold = ({ currentTarget, pointerId }: PointerEvent) => {
    isHeld.current = true
    currentTarget.setPointerCapture(pointerId)
  }
  const drag = (event: PointerEvent) => {
    const box = stage.current?.getBoundingClientRect()
    if (isHeld.current && box) onMove(positionOf(box, event))
  }
  const release = () => {
    isHeld.current = false
  }
  const steer = (event: KeyboardEvent) => {
    const next = nextPosition(event, person)
    const removes = event.key === 'Delete' || event.key === 'Backspace'
    if (next === null && !removes) return
    event.preventDefault()
    if (next) onMove(next)
    else onRemove()
  }
  const [x, y] = [Math.round(person.x * 100), Math.round(person.y * 100)]
  return (
    <button
      type="button"
      className={classes.marker}
      style={{ left: `${person.x * 100}%`, top: `${person.y * 100}%` }}
      aria-label={library.marker(person.username, library.position(x, y))}
      onPointerDown={hold}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={steer}
    >
      <span className={classes.dot} />
      <span className={classes.name}>{person.username}</span>
    </button>
  )
}
