import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { notify } from '../../shared/notifications.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { useRemoveConfig } from '../repost-queries.ts'
import { Explained } from './settings-form.tsx'
import classes from './settings.module.css'

export function RemoveConfig({ account }: { readonly account: PlatformAccountBody }) {
  const { settings } = useLazyStrings().reposts
  const removal = useRemoveConfig(account.id)
  const [asked, setAsked] = useState<PlatformAccountBody | null>(null)
  const id = useId()
  return (
    <section className={classes.group} aria-labelledby={id}>
      <Explained id={id} title={settings.removeHeading} does={settings.removeDoes} />
      <Button variant="default" w="fit-content" onClick={() => setAsked(account)}>
        {settings.remove}
      </Button>
      <ConfirmDialog
        subject={asked}
        title={({ username }) => settings.removeTitle(username)}
        keep={settings.removeKeep}
        act={settings.remove}
        mutation={removal}
        argument={() => undefined}
        onDone={() => notify(settings.removed)}
        onClose={() => setAsked(null)}
        onGone={() => document.querySelector('h1')?.focus()}
      >
        <p>{settings.removeText}</p>
      </ConfirmDialog>
    </section>
  )
}
