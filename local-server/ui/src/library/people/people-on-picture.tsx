import { ActionIcon, Box, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { XIcon } from '@primer/octicons-react'
import { useId, useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo } from '../../../../../core/rules/fit/fixes.ts'
import { SMALL } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { PeopleStage } from './people-stage.tsx'
import type { PersonOnPicture, Position } from './picture-position.ts'

interface PeopleOnPictureProps {
  readonly media: readonly MediaFileBody[]
  readonly people: readonly PersonOnPicture[]
  readonly onChange: (people: readonly PersonOnPicture[]) => void
  readonly max: number
  /** Tags stand on a picture of the feed, mentions anywhere on a story. */
  readonly kind: 'tag' | 'mention'
}

/** People placed on a picture, by mouse or keyboard; the same people in a list beside it. */
export function PeopleOnPicture({ media, people, onChange, max, kind }: PeopleOnPictureProps) {
  const { library } = useStrings()
  const headingId = useId()
  const [said, say] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const shown = kind === 'mention' ? media[0] : media.find((file) => !isVideo(file))
  if (shown === undefined) {
    return <Text {...SMALL}>{media.length > 0 ? library.noPicture : library.noFileYet}</Text>
  }
  const remove = (username: string) => {
    onChange(people.filter((person) => person.username !== username))
    say(library.personRemoved(username))
    list.current?.focus()
  }
  const move = (username: string, to: Position) =>
    onChange(people.map((person) => (person.username === username ? { username, ...to } : person)))
  const add = (person: PersonOnPicture) => {
    onChange([...people, person])
    say(library.personAdded(person.username))
  }
  return (
    <div role="group" aria-labelledby={headingId}>
      <Title order={3} id={headingId} mb="xs" fz="sm">
        {library.peopleLabel[kind]}
      </Title>
      <Group gap="lg" align="flex-start">
        <Box flex={kind === 'mention' ? '0 1 15rem' : '0 1 22rem'} miw={0}>
          <PeopleStage
            media={shown}
            people={people}
            kind={kind}
            isFull={people.length >= max}
            onAdd={add}
            onMove={move}
            onRemove={remove}
          />
        </Box>
        <Text component="div" flex="1 1 13rem" miw={0} ref={list} tabIndex={-1} data-landing {...SMALL}>
          <p>{library.peopleCount(people.length, max)}</p>
          <Box component="ul" mt="2xs" aria-label={library.peopleLabel[kind]} data-ruled>
            {people.map(({ username, x, y }) => (
              <Group key={username} component="li" justify="space-between" wrap="nowrap" gap="sm" py="xs">
                <span>
                  <Text span display="block" fw={700} c="var(--ink)">
                    @{username}
                  </Text>
                  {library.position(percent(x), percent(y))}
                </span>
                <ActionIcon aria-label={library.removePerson(username)} onClick={() => remove(username)}>
                  <XIcon />
                </ActionIcon>
              </Group>
            ))}
          </Box>
        </Text>
      </Group>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

function percent(part: number): number {
  return Math.round(part * 100)
}
