import { Button } from '@mantine/core'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { Avatar } from '../shared/avatar.tsx'
import { Moment } from '../shared/moment.tsx'
import { SandboxBadge } from '../shared/sandbox-badge.tsx'
import { AccessEnd } from './access-end.tsx'
import classes from './account-row.module.css'

interface AccountRowProps {
  readonly account: PlatformAccountBody
  readonly onDisconnect: () => void
}

const count = new Intl.NumberFormat('en')

export function AccountRow({ account, onDisconnect }: AccountRowProps) {
  const { username, name, isSandbox, followersCount } = account
  return (
    <li className={classes.row}>
      <Avatar account={account} />
      <div className={classes.facts}>
        <h3>
          {username} {isSandbox && <SandboxBadge />}
        </h3>
        <p>
          {name !== null && <span>{name}</span>}
          <span>{isSandbox ? 'For practice: posts stay on this machine' : loginOf(account)}</span>
          {followersCount !== null && <span>{count.format(followersCount)} followers</span>}
        </p>
        <AccessEnd account={account} />
        <Pause until={account.pausedUntil} />
      </div>
      <Button
        variant="default"
        size="xs"
        flex="none"
        aria-label={`Disconnect ${username}`}
        onClick={onDisconnect}
      >
        Disconnect
      </Button>
    </li>
  )
}

function loginOf({ loginMethod, partnerPageName }: PlatformAccountBody): string {
  if (loginMethod === 'platform') return 'Instagram login'
  return partnerPageName ? `Facebook login, Page ${partnerPageName}` : 'Facebook login'
}

function Pause({ until }: { readonly until: string | null }) {
  if (until === null || Date.parse(until) <= Date.now()) return null
  return (
    <p className={classes.warning}>
      Paused: Instagram asked us to slow down. Going on <Moment at={until} />.
    </p>
  )
}
