// The shapes of several files at once.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { fixesFor, isVideo } from '../../../../../core/rules/fit/fixes.ts'
import { SMALL } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { CropButton, isTallRisk } from '../fit/file-fixes.tsx'
import { useFixes } from '../fit/use-fix.ts'

interface OneShapeProps {
  readonly media: readonly MediaFileBody[]
  /** Said while nothing is being cropped. */
  readonly note: string | false
}

/** Instagram shows all files of a carousel in the shape of the first one; here each is cropped to it on purpose. */
export function OneShape({ media, note }: OneShapeProps) {
  const { library } = useStrings()
  const work = useFixes()
  return (
    <Group gap="2xs">
      <CropButton files={media} loading={work.isBusy} onCrop={work.carryOut}>
        {library.oneShape}
      </CropButton>
      <Text role="status" {...SMALL}>
        {work.isBusy ? library.cropping(work.done + 1, work.count) : note}
      </Text>
    </Group>
  )
}

/** One question for all pictures that Instagram may refuse for their shape. */
export function TallPictures({ media }: { readonly media: readonly MediaFileBody[] }) {
  const { library } = useStrings()
  const [left, leave] = useState('')
  const work = useFixes()
  const tall = media.filter((file) => !isVideo(file) && file.fitRiskDetails.CAROUSEL.some(isTallRisk))
  const names = tall.map(({ id }) => id).join()
  const cropAll = () =>
    work.carryOut(
      tall.flatMap((file) => {
        const fix = fixesFor(file, 'CAROUSEL').find((one) => one.kind === 'fit' && one.mode === 'crop')
        return fix ? [{ media: file, fix }] : []
      }),
    )
  if (work.isBusy) return <Text {...SMALL}>{library.cropping(work.done + 1, work.count)}</Text>
  if (tall.length < 2 || left === names) return null
  return (
    <Group gap="2xs" {...SMALL}>
      {library.tallOnes(tall.length)}
      <Button size="compact-sm" variant="default" onClick={cropAll}>
        {library.cropAll}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => leave(names)}>
        {library.leaveThem}
      </Button>
    </Group>
  )
}
