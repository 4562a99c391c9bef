import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import classes from './header.module.css'

interface NavigationLinkProps {
  readonly href: string
  readonly children: ReactNode
}

export function NavigationLink({ href, children }: NavigationLinkProps) {
  const [isHere] = useRoute(href)
  return (
    <Link href={href} className={classes.page} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}
