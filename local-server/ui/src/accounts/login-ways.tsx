import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useStrings } from '../strings/language.tsx'
import classes from './connect-section.module.css'
import { FirstCommentsOption, LoginButton } from './login-button.tsx'

export function LoginWays() {
  const { login } = useStrings().accounts
  const [withComments, setWithComments] = useState(false)
  return (
    <div className={classes.way}>
      <div>
        <h3>{login.title}</h3>
        <p>{login.text}</p>
      </div>
      <FirstCommentsOption checked={withComments} onChange={setWithComments} />
      <Stack gap="sm" align="flex-start">
        <LoginButton method="platform" from="accounts" withComments={withComments} />
        <LoginButton method="partner" from="accounts" withComments={withComments} />
      </Stack>
    </div>
  )
}
