import { Center, Image } from '@mantine/core'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'

interface AvatarProps {
  readonly account: Pick<PlatformAccountBody, 'profilePictureUrl' | 'username'>
  readonly isLarge?: boolean
}

/** Decoration: the name stands beside it. */
export function Avatar({ account, isLarge = false }: AvatarProps) {
  const { profilePictureUrl, username } = account
  const size = isLarge ? '3.25rem' : '2.25rem'
  return (
    <Center
      component="span"
      flex="none"
      w={size}
      h={size}
      bdrs="50%"
      bg="var(--tint)"
      c="var(--link)"
      fz={isLarge ? 'lg' : 'inherit'}
      fw={650}
      aria-hidden="true"
    >
      {profilePictureUrl ? (
        <Image src={profilePictureUrl} alt="" h="100%" radius="50%" />
      ) : (
        username.charAt(0).toUpperCase()
      )}
    </Center>
  )
}
