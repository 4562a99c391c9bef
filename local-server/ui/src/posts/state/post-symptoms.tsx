import { useQuery } from '@tanstack/react-query'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { codesOf, SymptomLinks } from '../../help/symptom-links.tsx'
import { isForeseen } from '../../plan/planned-tiles.ts'
import { attentionQuery } from '../../shared/queries.ts'

type Told = Pick<PostBody, 'id' | 'status' | 'errorDetail' | 'publishOutcome' | 'warningDetails'>

/** Where the guide says what to do about a post: about its failure, about what is foreseen, and about its warnings. */
export function PostSymptoms({ post }: { readonly post: Told }) {
  const entries = useQuery(attentionQuery).data?.entries ?? []
  const foreseen = entries.filter(({ code, postId }) => postId === post.id && isForeseen(code))
  return (
    <SymptomLinks
      causes={[
        ...(post.status === 'FAILED' ? [codesOfFailure(post)] : []),
        ...foreseen.map(({ code, detail }) => [...(detail ? codesOf(detail) : []), code]),
        ...post.warningDetails.map(codesOf),
      ]}
    />
  )
}

const codesOfFailure = ({ errorDetail, publishOutcome }: Told) => [
  ...(errorDetail ? codesOf(errorDetail) : []),
  publishOutcome === 'unconfirmed' ? 'POST_UNCONFIRMED' : 'POST_FAILED',
]
