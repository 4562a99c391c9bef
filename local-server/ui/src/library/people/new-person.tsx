import { Button, Group, Popover, TextInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { cleanUsername, usernameProblem } from '../../../../../core/posts/content/username.ts'
import { useStrings } from '../../strings/language.tsx'
import type { PersonOnPicture, Position } from './picture-position.ts'
import classes from './people-stage.module.css'

interface NewPersonProps {
  readonly at: Position
  readonly taken: readonly PersonOnPicture[]
  readonly onAdd: (person: PersonOnPicture) => void
  readonly onClose: () => void
}

/** Asks who it is. No form element: it may stand inside one. */
export function NewPerson({ at, taken, onAdd, onClose }: NewPersonProps) {
  const { library } = useStrings()
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
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <Popover
      opened
      onClose={onClose}
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
        <span className={classes.spot} style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={library.whoIsIt}>
        <TextInput
          w="14rem"
          // At once: whoever goes on typing must not lose the first letters.
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
            {library.cancel}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
