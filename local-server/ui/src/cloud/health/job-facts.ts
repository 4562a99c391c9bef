/** Facts that a job states about itself, if any: the Worker may be of another version than this page. */
export interface JobFacts {
  readonly id: string | null
  readonly postId: string | null
  readonly state: string | null
  /** ISO 8601. */
  readonly at: string | null
}

export function jobFacts(job: Readonly<Record<string, unknown>>): JobFacts {
  const text = (...names: readonly string[]) => {
    const found = names.map((name) => job[name]).find((value) => typeof value === 'string' && value !== '')
    return typeof found === 'string' ? found : null
  }
  const at = text('publishAt', 'at', 'updatedAt')
  return {
    id: text('jobId', 'id'),
    postId: text('postId'),
    state: text('state', 'status'),
    at: at !== null && Number.isFinite(Date.parse(at)) ? at : null,
  }
}
