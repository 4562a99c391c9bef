import { Button, Progress } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { transcodeQuery, useTranscode } from './fix-mutations.ts'
import classes from './fix-media.module.css'

/** Encoded anew, which takes a while and goes on without the page. */
export function FixVideo({ file }: { readonly file: MediaFileBody }) {
  const { fix } = useStrings().posts
  const formats = useFormats()
  const client = useQueryClient()
  const start = useTranscode()
  const { data: conversion } = useQuery(transcodeQuery(file.id))
  const isDone = conversion?.state === 'done'
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: ['posts'] })
  }, [client, isDone])
  const isRunning = conversion?.state === 'running'
  const problem = start.error?.message ?? conversion?.error
  const percent = Math.round((conversion?.progress ?? 0) * 100)
  return (
    <>
      <div className={classes.controls}>
        <Button
          size="sm"
          variant="default"
          aria-label={fix.transcodeOf(file.originalFilename)}
          loading={start.isPending || isRunning}
          onClick={() => start.mutate(file.id)}
        >
          {fix.transcode}
        </Button>
      </div>
      {isRunning && (
        <Progress value={percent} size="sm" aria-label={fix.converting(`${formats.number(percent)} %`)} />
      )}
      <p role="status" className={classes.facts}>
        {isDone && fix.converted}
      </p>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </>
  )
}
