import classes from './sandbox-badge.module.css'

/** Marks what stays on this machine. */
export function SandboxBadge() {
  return (
    <span className={classes.badge} title="A practice account: what it publishes stays on this machine">
      Sandbox
    </span>
  )
}
