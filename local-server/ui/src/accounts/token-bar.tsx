import type { TokenLife } from '../../../../core/accounts/token-life.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import classes from './token-bar.module.css'

interface TokenBarProps {
  readonly life: TokenLife
  readonly isSandbox: boolean
  readonly loginMethod: LoginMethod
}

/** Remaining time of the access: words, and a thin bar that adds nothing to them. */
export function TokenBar({ life, isSandbox, loginMethod }: TokenBarProps) {
  const words = useStrings().accounts
  const formats = useFormats()
  const sentence = () => {
    if (isSandbox && life.kind === 'endless') return words.life.practice
    if (life.kind === 'endless') return words.life.endless(words.setup.services[loginMethod])
    if (life.kind === 'ended') return words.life.ended(formats.date(new Date(life.endedAt)))
    const left = formats.length(life.left)
    if (life.kind === 'ending')
      return life.renewsItself ? words.life.notRenewed(left) : words.life.ending(left)
    return life.renewsItself
      ? words.life.renewed(left)
      : words.life.until(left, formats.date(new Date(life.endsAt)))
  }
  const share = life.kind === 'endless' ? null : life.kind === 'ended' ? 0 : life.share
  return (
    <div className={classes.life} data-kind={life.kind}>
      <p
        title={
          life.kind === 'running' || life.kind === 'ending' ? formats.exact(new Date(life.endsAt)) : undefined
        }
      >
        {sentence()}
      </p>
      {share !== null && (
        <div className={classes.bar} aria-hidden="true">
          <div style={{ width: `${Math.max(2, share * 100)}%` }} />
        </div>
      )}
    </div>
  )
}
