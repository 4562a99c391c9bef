import { VisuallyHidden } from '@mantine/core'
import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { useStrings } from '../../strings/language.tsx'
import { MediaFrame } from '../media-frame.tsx'
import { NewPerson } from './new-person.tsx'
import { positionOf, nextPosition, type PersonOnPicture, type Position } from './picture-position.ts'
import classes from './people-stage.module.css'

interface PeopleStageProps {
  readonly media: MediaFileBody
  readonly people: readonly PersonOnPicture[]
  readonly kind: 'tag' | 'mention'
  readonly isFull: boolean
  readonly onAdd: (person: PersonOnPicture) => void
  readonly onMove: (username: string, to: Position) => void
  readonly onRemove: (username: string) => void
}

const MIDDLE: Position = { x: 0.5, y: 0.5 }

/** The picture itself. Its surface is one button: a click or Enter places somebody where pointer or cross-hair is. */
export function PeopleStage({ media, people, kind, isFull, ...on }: PeopleStageProps) {
  const { library } = useStrings()
  const helpId = useId()
  const stage = useRef<HTMLDivElement>(null)
  const surface = useRef<HTMLButtonElement>(null)
  const [aim, setAim] = useState<Position>(MIDDLE)
  const [isAiming, setAiming] = useState(false)
  const [pending, setPending] = useState<Position | null>(null)
  const place = (event: MouseEvent<HTMLButtonElement>) => {
    // A click that no pointer made comes from the keyboard.
    const at = event.detail === 0 ? aim : positionOf(event.currentTarget.getBoundingClientRect(), event)
    setAim(at)
    if (!isFull) setPending(at)
  }
  const steer = (event: KeyboardEvent) => {
    const next = nextPosition(event, aim)
    if (next === null) return
    event.preventDefault()
    setAiming(true)
    setAim(next)
  }
  const close = () => {
    setPending(null)
    surface.current?.focus()
  }
  const { width, height } = media.processed ?? media
  const shape = kind === 'mention' ? '9 / 16' : `${width ?? 1} / ${height ?? 1}`
  return (
    <div ref={stage} className={classes.stage} data-kind={kind} style={{ aspectRatio: shape }}>
      <MediaFrame media={media} full />
      <button
        ref={surface}
        type="button"
        className={classes.surface}
        aria-label={library.placePerson[kind]}
        aria-describedby={helpId}
        aria-disabled={isFull || undefined}
        onClick={place}
        onKeyDown={steer}
        onBlur={() => setAiming(false)}
      />
      <span className={classes.aim} data-on={isAiming || undefined} style={spotOf(aim)} aria-hidden="true" />
      {people.map((person) => (
        <PersonMarker
          key={person.username}
          person={person}
          stage={stage}
          onMove={(to) => on.onMove(person.username, to)}
          onRemove={() => on.onRemove(person.username)}
        />
      ))}
      {pending && <NewPerson at={pending} taken={people} onAdd={on.onAdd} onClose={close} />}
      <VisuallyHidden id={helpId}>{library.placeHelp}</VisuallyHidden>
      <VisuallyHidden role="status">
        {isAiming && library.position(Math.round(aim.x * 100), Math.round(aim.y * 100))}
      </VisuallyHidden>
    </div>
  )
}

function spotOf({ x, y }: Position) {
  return { left: `${x * 100}%`, top: `${y * 100}%` }
}

interface PersonMarkerProps {
  readonly person: PersonOnPicture
  /** Picture under the marker. */
  readonly stage: RefObject<HTMLElement | null>
  readonly onMove: (to: Position) => void
  readonly onRemove: () => void
}

function PersonMarker({ person, stage, onMove, onRemove }: PersonMarkerProps) {
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
      style={spotOf(person)}
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
