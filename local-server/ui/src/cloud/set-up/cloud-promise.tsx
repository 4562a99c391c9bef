import { Text } from '@mantine/core'
import { CreditCardIcon, LockIcon, MoonIcon } from '@primer/octicons-react'
import { useLazyStrings } from '../../strings/language.tsx'
import classes from './cloud-promise.module.css'

export function CloudPromise() {
  const { promise } = useLazyStrings().cloud
  const points = [
    { Icon: MoonIcon, title: promise.outTitle, text: promise.out },
    { Icon: CreditCardIcon, title: promise.costTitle, text: promise.cost },
    { Icon: LockIcon, title: promise.storedTitle, text: promise.stored },
  ]
  return (
    <section className={classes.points} aria-label={promise.title}>
      {points.map(({ Icon, title, text }) => (
        <div key={title} className={classes.point}>
          <Text span c="var(--link)">
            <Icon size={20} />
          </Text>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
  )
}
