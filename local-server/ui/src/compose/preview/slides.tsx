import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { useStrings } from '../../strings/language.tsx'
import type { Person } from '../composition.ts'
import { kindOf } from '../problems.ts'
import { MediaView } from './media-view.tsx'
import classes from './slides.module.css'

interface SlidesProps {
  readonly files: readonly MediaFileBody[]
  /** Width to height of all of them. */
  readonly ratio: number
  readonly people: readonly Person[]
}

/** One file, or several to swipe through. People stand on the first picture. */
export function Slides({ files, ratio, people }: SlidesProps) {
  const { compose } = useStrings()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const shown = Math.min(at, files.length - 1)
  const go = (index: number) => {
    const width = strip.current?.clientWidth ?? 0
    strip.current?.scrollTo({ left: index * width })
    setAt(index)
  }
  const follow = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setAt(Math.round(scrollLeft / clientWidth))
  }
  const tagged = files.findIndex((file) => kindOf(file) === 'image')
  return (
    <div className={classes.slides}>
      <div
        ref={strip}
        className={classes.strip}
        onScroll={follow}
        tabIndex={files.length > 1 ? 0 : undefined}
        role={files.length > 1 ? 'group' : undefined}
        aria-label={files.length > 1 ? compose.slides : undefined}
      >
        {files.map((file, index) => (
          <div key={file.id} className={classes.slide} style={{ aspectRatio: ratio }}>
            <MediaView file={file} alt={compose.previewAlt(index + 1, files.length)} />
            {index === tagged && people.map((person) => <Tag key={person.username} person={person} />)}
          </div>
        ))}
      </div>
      {files.length > 1 && <span className={classes.number}>{`${shown + 1}/${files.length}`}</span>}
      {shown > 0 && (
        <button
          type="button"
          className={classes.arrow}
          data-side="back"
          aria-label={compose.previousSlide}
          onClick={() => go(shown - 1)}
        >
          <ChevronLeftIcon />
        </button>
      )}
      {shown < files.length - 1 && (
        <button
          type="button"
          className={classes.arrow}
          data-side="on"
          aria-label={compose.nextSlide}
          onClick={() => go(shown + 1)}
        >
          <ChevronRightIcon />
        </button>
      )}
    </div>
  )
}

function Tag({ person }: { readonly person: Person }) {
  return (
    <span className={classes.tag} style={{ left: `${person.x * 100}%`, top: `${person.y * 100}%` }}>
      {person.username}
    </span>
  )
}
