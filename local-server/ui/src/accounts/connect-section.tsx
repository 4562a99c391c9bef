import classes from './connect-section.module.css'
import { LoginButtons } from './login-buttons.tsx'
import { PasteTokenForm } from './paste-token-form.tsx'

export function ConnectSection() {
  return (
    <section className={classes.section} aria-labelledby="connect">
      <h2 id="connect">Connect an account</h2>
      <div className={classes.ways}>
        <PasteTokenForm />
        <LoginButtons />
      </div>
    </section>
  )
}
