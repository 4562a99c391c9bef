import { Button, Group, Popover, TextInput, VisuallyHidden } from '@mantine/core'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { cleanUsername, usernameProblem } from '../../../../../core/rules/content/username.ts'
import { isForInputMethod } from '../../shared/input-method.ts'
import { useStrings } from '../../strings/language.tsx'
import { MediaFrame } from '../media-frame.tsx'
import classes from './people-stage.module.css'
import { nextPosition, type PersonOnPicture, placeOf, type Position, positionOf } from './picture-position.ts'

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
      <span className={classes.aim} data-on={isAiming || undefined} style={placeOf(aim)} aria-hidden="true" />
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
      style={placeOf(person)}
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

interface NewPersonProps {
  readonly at: Position
  readonly taken: readonly PersonOnPicture[]
  readonly onAdd: (person: PersonOnPicture) => void
  readonly onClose: () => void
}

/** Asks who it is. No form element: it may stand inside one. */
function NewPerson({ at, taken, onAdd, onClose }: NewPersonProps) {
  const { library, shared } = useStrings()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = () => {
    const username = cleanUsername(typed)
    const wrong = usernameProblem(username)
    if (wrong !== null) return setProblem(library.usernameProblem[wrong])
    if (taken.some((person) => person.username.toLowerCase() === username.toLowerCase()))
      return setProblem(library.alreadyThere(username))
    onAdd({ username, ...at })
    onClose()
  }
  const act = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isForInputMethod(event.nativeEvent)) return
    event.preventDefault()
    add()
  }
  return (
    <Popover
      opened
      // By Escape, or a click beside it; `onClose` would be told only once it is closed.
      onDismiss={onClose}
      position="bottom"
      withArrow
      shadow="md"
      radius="md"
      trapFocus
      // Within a box that rounds its corners the spot is taken for hidden, and the question with it.
      hideDetached={false}
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.spot} style={placeOf(at)} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={library.whoIsIt}>
        <TextInput
          w="14rem"
          // At once: somebody who types on must not lose the first letters.
          autoFocus
          data-autofocus
          label={library.username}
          leftSection="@"
          maxLength={40}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setProblem(null)
          }}
          onKeyDown={act}
        />
        <Group gap="xs" mt="sm">
          <Button size="xs" onClick={add}>
            {library.addPerson}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            {shared.cancel}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
