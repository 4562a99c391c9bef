import { CheckCircleIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import classes from './success-note.module.css'

export function SuccessNote({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className={classes.note}>
      <span className={classes.icon}>
        <CheckCircleIcon />
      </span>
      <p>{children}</p>
    </div>
  )
}
