import { Center, Image } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { badgesOf } from '../shared/accounts/badges.ts'
import { accountsQuery } from '../shared/queries.ts'
import { sized } from './looks.ts'

interface AvatarProps {
  /** Without an id while it is not connected yet. */
  readonly account: Pick<PlatformAccountBody, 'profilePictureUrl' | 'username'> & { readonly id?: string }
  readonly size?: 'small' | 'usual' | 'large'
}

const SIZES = { small: '1.5rem', usual: '2.25rem', large: '3.25rem' } as const
const LETTERS = { small: 'xs', usual: 'sm', large: 'lg' } as const

/** Its picture in a ring of its colour, else its letters on that. Decoration: the name stands beside it. */
export function Avatar({ account, size = 'usual' }: AvatarProps) {
  const { profilePictureUrl, username, id = username } = account
  const badges = useQuery({ ...accountsQuery, select: badgesOf }).data
  const badge = badges?.get(id) ?? badgesOf([{ id, username }]).get(id)
  return (
    <Center
      {...sized(SIZES[size])}
      p={profilePictureUrl ? '0.125rem' : 0}
      bg={badge?.colour ?? 'var(--tint)'}
      c="white"
      fz={LETTERS[size]}
      fw={650}
      aria-hidden="true"
    >
      {profilePictureUrl ? <Image src={profilePictureUrl} alt="" h="100%" radius="50%" /> : badge?.letters}
    </Center>
  )
}
