import { Button, CopyButton, Skeleton, VisuallyHidden } from '@mantine/core'
import { CheckIcon, ChevronRightIcon, CopyIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import type { AttemptBody } from '../../../../../core/api/post-history.ts'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { attemptsReport } from '../../../../../core/posts/bodies/attempts-report.ts'
import { LoadProblem } from '../../shared/problem-note.tsx'
import { useStrings } from '../../strings/language.tsx'
import { AttemptItem } from '../attempt-item.tsx'
import classes from './attempts.module.css'
import { attemptsQuery } from '../post-queries.ts'

/** One click away, and at an address of its own: `/posts/ID?attempts`. */
export function Attempts({ post }: { readonly post: PostBody }) {
  const { attempts } = useStrings().posts
  const [, navigate] = useLocation()
  const isOpen = new URLSearchParams(useSearch()).has('attempts')
  const toggle = () => navigate(`/posts/${post.id}${isOpen ? '' : '?attempts'}`, { replace: true })
  if (post.status === 'DRAFT') return null
  return (
    <section>
      <h2 className={classes.title}>
        <button type="button" aria-expanded={isOpen} aria-controls="attempts" onClick={toggle}>
          <ChevronRightIcon />
          {attempts.title}
        </button>
      </h2>
      <div id="attempts" hidden={!isOpen}>
        {isOpen && <AttemptList post={post} />}
      </div>
    </section>
  )
}

function AttemptList({ post }: { readonly post: PostBody }) {
  const { attempts: words } = useStrings().posts
  const { data: attempts, error, refetch } = useQuery(attemptsQuery(post.id))
  if (attempts === undefined) {
    return error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />
  }
  if (attempts.length === 0) return <p className={classes.none}>{words.none}</p>
  return (
    <>
      <ol className={classes.list}>
        {attempts.map((attempt, index) => (
          <AttemptItem key={index} attempt={attempt} number={index + 1} />
        ))}
      </ol>
      <CopyReport post={post} attempts={attempts} />
    </>
  )
}

interface CopyReportProps {
  readonly post: PostBody
  readonly attempts: readonly AttemptBody[]
}

function CopyReport({ post, attempts }: CopyReportProps) {
  const { attempts: words } = useStrings().posts
  return (
    <CopyButton value={attemptsReport(post, attempts)} timeout={3_000}>
      {({ copied, copy }) => (
        <>
          <Button
            variant="default"
            size="xs"
            onClick={copy}
            leftSection={copied ? <CheckIcon /> : <CopyIcon />}
          >
            {copied ? words.copied : words.copy}
          </Button>
          <VisuallyHidden role="status">{copied && words.copied}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  )
}
