import { useStrings } from '../strings/language.tsx'
import classes from './connect-section.module.css'
import { LoginButton } from './login-button.tsx'

export function LoginWays() {
  const { login } = useStrings().accounts
  return (
    <div className={classes.way}>
      <div>
        <h3>{login.title}</h3>
        <p>{login.text}</p>
      </div>
      <div className={classes.buttons}>
        <LoginButton method="platform" from="accounts" />
        <LoginButton method="partner" from="accounts" />
      </div>
    </div>
  )
}
