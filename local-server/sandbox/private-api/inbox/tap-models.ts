// Tap areas on a story. Nothing of them is drawn.
import { z } from 'zod'
import type { PrivateApiMention } from '../../state/records.ts'
import { invalidParameters } from '../private-api-refusal.ts'
import { somebodyOf } from '../people-calls.ts'

const share = z.number().min(0).max(1)

/** Numbers must be numbers: the platform would silently take any text for true. */
const TapModel = z.object({
  type: z.literal('mention'),
  user_id: z.string().regex(/^\d{1,20}$/),
  x: share,
  y: share,
  z: z.number(),
  width: share,
  height: share,
  rotation: z.number(),
  is_sticker: z.union([z.boolean(), z.literal([0, 1])]),
  display_type: z.string().optional(),
  tap_state: z.number().optional(),
  tap_state_str_id: z.string().optional(),
})

/** Reads the mentions of `tap_models` and `reel_mentions`, each a list as JSON text. The same person twice is one mention. */
export function readMentions(texts: readonly (string | undefined)[]): PrivateApiMention[] {
  const models = texts.flatMap((text) => (text === undefined ? [] : readModels(text)))
  return models.flatMap(({ user_id: pk, x, y, width, height, rotation }, index): PrivateApiMention[] => {
    const isFirst = models.findIndex((one) => one.user_id === pk) === index
    const somebody = somebodyOf(pk)
    // A person who is not there is dropped silently.
    return somebody && isFirst ? [{ pk, username: somebody.username, x, y, width, height, rotation }] : []
  })
}

function readModels(text: string): z.output<typeof TapModel>[] {
  try {
    return z.array(TapModel).parse(JSON.parse(text))
  } catch {
    throw invalidParameters()
  }
}
