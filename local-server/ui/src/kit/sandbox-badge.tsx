import { useStrings } from '../strings/language.tsx'
import classes from './sandbox-badge.module.css'

/** Marks what stays on this machine. */
export function SandboxBadge() {
  const { shared } = useStrings()
  return (
    <span className={classes.badge} title={shared.sandboxMeans}>
      {shared.sandbox}
    </span>
  )
}
