import { Text } from '@mantine/core'
import { CheckIcon, NoEntryIcon } from '@primer/octicons-react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { Avatar } from '../../shared/avatar.tsx'
import { SandboxBadge } from '../../shared/sandbox-badge.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import classes from './set-up.module.css'

export function Introduction({ account }: { readonly account: PlatformAccountBody }) {
  const { reposts } = useLazyStrings()
  return (
    <section className={classes.introduction} aria-labelledby="set-up">
      <div className={classes.head}>
        <Avatar account={account} />
        <div>
          <h2 id="set-up">{reposts.setUpHeading}</h2>
          <p>
            {account.username} {account.isSandbox && <SandboxBadge />}
          </p>
        </div>
      </div>
      <div className={classes.lists}>
        <div>
          <h3>{reposts.does}</h3>
          <ul>
            {reposts.doesList.map((text) => (
              <li key={text}>
                <CheckIcon />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{reposts.doesNot}</h3>
          <ul>
            {reposts.doesNotList.map((text) => (
              <li key={text}>
                <NoEntryIcon />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </div>
      {account.isSandbox && <Text c="dimmed">{reposts.practice}</Text>}
    </section>
  )
}
